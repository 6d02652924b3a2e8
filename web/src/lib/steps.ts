/** The account of a move as a film: what is to be seen after each step, from the breakdown alone. */
import type { BoardModel } from './board.ts';
import type { Points, ScoreBreakdown, WordScore } from './protocol.ts';

export type Phase = 'letters' | 'premiums' | 'words' | 'bonus' | 'total';

/** One step: what the letters and the words are worth now, and what changed. */
export interface Step {
  phase: Phase;
  /** The word it belongs to, or -1. */
  word: number;
  /** Cells that light up. */
  cells: string[];
  /** The value that each cell of the word shows. */
  values: Map<string, Points>;
  premium: string | null;
  /** The sum so far, where it is known. */
  running: Points | null;
  /** For texts: key and values. */
  text: { key: string; values: Record<string, string> };
}

const show = (points: Points): string => String(points);

/** A sum of points, however large; infinite ones stay infinite. */
export function total(all: readonly Points[]): Points {
  const endless = all.find((one) => typeof one === 'string' && one.includes('Infinity'));
  if (endless !== undefined) return endless;
  const sum = all.reduce((sum: bigint, one) => sum + BigInt(one), 0n);
  return sum >= -9007199254740991n && sum <= 9007199254740991n ? Number(sum) : String(sum);
}

function wordSteps(word: WordScore, index: number): Step[] {
  const steps: Step[] = [];
  const values = new Map<string, Points>(word.letters.map((letter) => [letter.cell, letter.base]));
  const say = (
    phase: Phase,
    cells: string[],
    premium: string | null,
    running: Points | null,
    key: string,
    more: Record<string, string>,
  ): void => {
    steps.push({
      phase,
      word: index,
      cells,
      values: new Map(values),
      premium,
      running,
      text: { key, values: { word: word.text, ...more } },
    });
  };
  say('letters', word.cells, null, null, 'step.letters', {
    sum: word.letters.map((letter) => show(letter.base)).join(' + '),
  });
  // Letter steps happen stage by stage, over all letters of the word.
  const changes = word.letters.flatMap((letter) =>
    (letter.steps ?? []).map((step, order) => ({ letter, step, order })),
  );
  changes.sort((a, b) => a.order - b.order);
  for (const { letter, step } of changes) {
    values.set(letter.cell, step.value);
    say('premiums', [letter.cell, step.cell], step.premium, null, 'step.letter', {
      letter: letter.letter,
      value: show(step.value),
    });
  }
  for (const step of word.steps) {
    const cells = step.cell ? [step.cell] : word.cells;
    const effect = step.effect;
    const value = { value: show(step.value) };
    if (effect === 'sum') say('words', word.cells, null, step.value, 'step.sum', value);
    else if (effect === 'product') say('words', word.cells, step.premium ?? null, step.value, 'step.product', value);
    else if ('multiply' in effect)
      say('words', cells, step.premium ?? null, step.value, 'step.multiply', { ...value, by: show(effect.multiply) });
    else if ('add' in effect)
      say('words', cells, step.premium ?? null, step.value, 'step.add', { ...value, by: show(effect.add) });
    else if ('add_stack' in effect)
      say('words', word.cells, null, step.value, 'step.stack', { ...value, by: show(effect.add_stack) });
    else say('words', cells, step.premium ?? null, step.value, 'step.power', { ...value, by: String(effect.power) });
  }
  return steps;
}

/** The steps of an account, in the order of the five phases. */
export function stepsOf(board: BoardModel, account: ScoreBreakdown): Step[] {
  void board;
  const byWord = account.words.map(wordSteps);
  const steps: Step[] = [];
  // What is shown as the sum so far is that of the whole move, not of the word alone.
  const words = new Map<number, Points>();
  for (const phase of ['letters', 'premiums', 'words'] as const) {
    for (const step of byWord.flatMap((list) => list.filter((one) => one.phase === phase))) {
      if (step.running !== null) words.set(step.word, step.running);
      steps.push({ ...step, running: step.running === null ? null : total([...words.values()]) });
    }
  }
  const counted = account.words.map((word) => word.score);
  for (const line of [...(account.bonuses ?? []), ...(account.plugins ?? [])]) {
    counted.push(line.points);
    steps.push({
      phase: 'bonus',
      word: -1,
      cells: [],
      values: new Map(),
      premium: null,
      running: total(counted),
      text: { key: 'step.bonus', values: { label: line.label, points: show(line.points) } },
    });
  }
  const parts = [
    ...account.words.map((word) => word.score),
    ...(account.bonuses ?? []).map((line) => line.points),
    ...(account.plugins ?? []).map((line) => line.points),
  ];
  steps.push({
    phase: 'total',
    word: -1,
    cells: account.words.flatMap((word) => word.cells),
    values: new Map(),
    premium: null,
    running: account.total,
    text: { key: 'step.total', values: { sum: parts.map(show).join(' + '), total: show(account.total) } },
  });
  return steps;
}
