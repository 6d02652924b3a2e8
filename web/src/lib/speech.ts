/** Cells, moves and turns in words, for screen readers and lists. */
import type { BoardModel } from './board.ts';
import type { Draft } from './draft.ts';
import { wordOf, type Stacks, type Turn } from './history.ts';
import { maybe, t } from './messages.svelte.ts';
import type { Points, Preview, Violation } from './protocol.ts';
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
  parts.push(t('points', { n: board.value(tile) }));
  const height = (tiles?.length ?? 0) + (loose ? 1 : 0);
  if (height > 1) parts.push(t('cell.height', { n: height }));
  if (loose) parts.push(t('cell.loose'));
  return parts.join(', ');
}

/** Why a rule was broken, in the reader's language if it is known there. */
export function reason(board: BoardModel, violation: Violation): string {
  const cells = (violation.cells ?? []).map((label) => board.name(label)).join(', ');
  const words = (violation.words ?? []).join(', ');
  const key = `reason.${violation.rule}`;
  const known = maybe(words ? `${key}.words` : key, { cells, words }) ?? maybe(key, { cells, words });
  return known ?? violation.message;
}

export function describePreview(board: BoardModel, preview: Preview): string {
  if (preview.legal && preview.breakdown) {
    const words = preview.breakdown.words.map((word) => word.text).join(', ');
    return t('say.legal', { words, score: points(preview.breakdown.total) });
  }
  const violations = preview.violations ?? [];
  return `${t('say.illegal', { n: violations.length })} ${reasons(board, violations)}`;
}

/** All reasons of a refusal, one sentence after another. */
export function reasons(board: BoardModel, violations: readonly Violation[]): string {
  return violations.map((violation) => reason(board, violation)).join(' ');
}

export function points(value: Points): string {
  return String(value).replace('-Infinity', '−∞').replace('Infinity', '∞').replace(/^-/, '−');
}

export function describeTurn(board: BoardModel, table: Table, turn: Turn, mine: boolean): string {
  const name = table.seats[turn.seat]?.name ?? '';
  const next = mine ? ` ${t('say.yourTurn')}` : '';
  const values = { name, word: wordOf(turn), score: points(turn.points), n: turn.count };
  void board;
  switch (turn.kind) {
    case 'play':
      return t('say.played', values) + next;
    case 'swap':
      return t('say.swapped', values) + next;
    case 'pass':
      return t('say.passed', values) + next;
    case 'challenge':
      return t(turn.invalid.length ? 'say.challengeWon' : 'say.challengeLost', values) + next;
    case 'resign':
      return t('say.resigned', values) + next;
    case 'lost':
      return t('say.lost', values) + next;
    case 'end':
      return t('say.over');
  }
}
