/** Cells, moves and turns in words, for screen readers and lists. */
import type { BoardModel } from './board.ts';
import type { Draft } from './draft.ts';
import { placeOf, wordOf, type Stacks, type Turn } from './history.ts';
import { maybe, t } from './messages.svelte.ts';
import type { Points, Preview, PublicState, Violation } from './protocol.ts';
import type { Table } from './table.svelte.ts';

export function premiumTitle(board: BoardModel, id: string): string {
  return maybe(`premium.${id}`) ?? board.premiums.get(id)?.title ?? id;
}

export function describeCell(board: BoardModel, stacks: Stacks, draft: Draft, index: number): string {
  const cell = board.cell(index);
  const parts = [cell.name];
  const loose = draft.loose.find((one) => one.cell === index);
  const tiles = stacks.get(index);
  if (cell.premium && !tiles) parts.push(premiumTitle(board, cell.premium));
  if (cell.start && !tiles) parts.push(t('cell.start'));
  const tile = loose ? draft.slots[loose.slot]! : tiles?.at(-1)?.tile;
  if (tile === undefined) return [...parts, t('cell.empty')].join(', ');
  parts.push(board.face(tile, loose ? loose.as : tiles?.at(-1)?.as));
  if (board.isBlank(tile)) parts.push(t('cell.blank'));
  if (!board.isBlank(tile) || board.value(tile) !== 0) parts.push(t('points', { n: board.value(tile) }));
  const height = (tiles?.length ?? 0) + (loose ? 1 : 0);
  if (height > 1) parts.push(t('cell.height', { n: height }));
  if (loose) parts.push(t('cell.loose'));
  return parts.join(', ');
}

/** A tile that was just laid: its letter, its cell and the cell's premium. */
export function describePlaced(board: BoardModel, letter: string, index: number): string {
  const { name, premium } = board.cell(index);
  const text = t('say.placed', { letter, cell: name });
  return premium ? `${text}, ${premiumTitle(board, premium)}.` : `${text}.`;
}

/** Why a rule was broken, in the reader's language if it is known there. */
export function reason(board: BoardModel, violation: Violation): string {
  const labels = violation.cells ?? [];
  const cells = [...new Set(labels)].map((label) => board.name(label)).join(', ');
  const words = (violation.words ?? []).join(', ');
  const place = board.placeOf(labels);
  const key = `reason.${violation.rule}`;
  const values = { cells, words, place };
  const known =
    (words && violation.words?.length === 1 && place ? maybe(`${key}.word`, values) : undefined) ??
    (words ? maybe(`${key}.words`, values) : undefined) ??
    (cells || !maybe(key)?.includes('{cells}') ? maybe(key, values) : undefined);
  return known ?? violation.message;
}

/** One reason for each word that is not in the list: the engine names them together. */
export function apart(violations: readonly Violation[]): Violation[] {
  return violations.flatMap((violation) => {
    const [words, cells] = [violation.words ?? [], violation.cells ?? []];
    const lengths = words.map((word) => [...word].length);
    if (words.length < 2 || lengths.reduce((sum, length) => sum + length, 0) !== cells.length) return [violation];
    let from = 0;
    return words.map((word, index) => {
      const to = from + lengths[index]!;
      const own = { ...violation, words: [word], cells: cells.slice(from, to) };
      from = to;
      return own;
    });
  });
}

export function describePreview(board: BoardModel, preview: Preview): string {
  if (preview.legal && preview.breakdown) {
    const words = preview.breakdown.words.map((word) => word.text).join(', ');
    return t('say.legal', { words, score: points(preview.breakdown.total) });
  }
  const [first, ...others] = preview.violations ?? [];
  const text = first ? t('say.illegal', { reason: reason(board, first) }) : t('preview.illegal');
  return others.length ? `${text} ${t('say.more', { n: others.length })}` : text;
}

/** All reasons of a refusal, one sentence after another. */
export function reasons(board: BoardModel, violations: readonly Violation[]): string {
  return violations.map((violation) => reason(board, violation)).join(' ');
}

export function points(value: Points): string {
  return String(value).replace('-Infinity', '−∞').replace('Infinity', '∞').replace(/^-/, '−');
}

/** What a turn was, and the scores after it where they are given. */
export function describeTurn(board: BoardModel, table: Table, turn: Turn, state: PublicState | null = null): string {
  const own = !table.local && turn.seat === table.seat && table.seat !== null;
  const name = own ? t('players.You') : (table.seats[turn.seat]?.name ?? '');
  const values = {
    name,
    word: wordOf(turn),
    place: placeOf(board, turn),
    score: points(turn.points),
    n: turn.count,
  };
  switch (turn.kind) {
    case 'play':
      return [t('say.played', values), ...scoresAfter(turn.seat, state)].join(' ');
    case 'swap':
      return t('say.swapped', values);
    case 'pass':
      return t('say.passed', values);
    case 'challenge':
      return t(turn.invalid.length ? 'say.challengeWon' : 'say.challengeLost', values);
    case 'resign':
      return t('say.resigned', values);
    case 'lost':
      return t('say.lost', values);
    case 'end':
      return t('say.over');
  }
}

/** The score of a seat, then those of the others. */
function scoresAfter(seat: number, state: PublicState | null): string[] {
  const scores = state?.seats.map((one) => points(one.score)) ?? [];
  const own = scores[seat];
  const others = scores.filter((_, other) => other !== seat);
  return own === undefined || !others.length ? [] : [t('say.scores', { own, others: others.join(', ') })];
}

/** The rack in words. */
export function describeRack(board: BoardModel, draft: Draft): string {
  const left = draft.slots.filter((_, slot) => !draft.loose.some((one) => one.slot === slot));
  const names = left.map((tile) => (board.isBlank(tile) ? t('cell.blank') : board.face(tile)));
  return t('say.rack', { tiles: names.join(', ') || t('cell.empty') });
}

/** The cursor's cell and its neighbours along every axis. */
export function describeAround(board: BoardModel, stacks: Stacks, draft: Draft, cell: number): string {
  const near = new Set<number>([cell]);
  board.axes.forEach((_, axis) => {
    for (const by of [-1, 1]) {
      const next = board.along(cell, axis, by);
      if (next >= 0) near.add(next);
    }
  });
  return [...near].map((one) => describeCell(board, stacks, draft, one)).join('; ');
}

/** All scores, by name. */
export function describeScores(table: Table, state: PublicState | null): string {
  return (state?.seats ?? [])
    .map((seat, index) => `${table.seats[index]?.name ?? ''} ${points(seat.score)}`)
    .join(', ');
}
