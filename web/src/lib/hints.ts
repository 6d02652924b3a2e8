/** Hints: one row for each word, with all the places where it goes. */
import type { BoardModel } from './board.ts';
import type { Stacks } from './history.ts';
import type { FoundMove } from './protocol.ts';

export interface Place {
  move: FoundMove;
  place: string;
  /** The cross words. */
  cross: string[];
}

export interface Row {
  word: string;
  places: Place[];
}

export type Order = 'score' | 'equity';

/** Where the main word of a found move lies. */
export function placesOf(board: BoardModel, stacks: Stacks, found: FoundMove): string {
  const laid = new Map<number, string>();
  for (const action of found.move.actions) {
    if ('place_at' in action)
      laid.set(board.index(action.place_at.cell), board.face(action.place_at.kind_id, action.place_at.as_symbol));
  }
  const letter = (cell: number): string | null => {
    const top = stacks.get(cell)?.at(-1);
    return laid.get(cell) ?? (top ? board.face(top.tile, top.as) : null);
  };
  const cells = [...laid.keys()];
  const word = found.words[0]?.toLocaleUpperCase();
  let fallback = '';
  for (const axis of board.axes.keys()) {
    let first = cells[0];
    if (first === undefined) return '';
    for (let back = board.step(first, axis, -1); back >= 0 && letter(back) !== null; back = board.step(back, axis, -1))
      first = back;
    const line: number[] = [];
    for (let at = first; at >= 0 && letter(at) !== null; at = board.step(at, axis, 1)) line.push(at);
    if (line.length < 2 || !cells.every((cell) => line.includes(cell))) continue;
    const text = line.map((cell) => letter(cell)).join('');
    if (text.toLocaleUpperCase() === word) return board.place(first, axis);
    fallback ||= board.place(first, axis);
  }
  return fallback || (cells[0] === undefined ? '' : board.cell(cells[0]).name);
}

const worth = (found: FoundMove, order: Order): number => (order === 'score' ? Number(found.score) : found.equity);

/** The found moves by word, best first in the order that is wanted. */
export function rowsOf(board: BoardModel, stacks: Stacks, found: readonly FoundMove[], order: Order): Row[] {
  const rows = new Map<string, Place[]>();
  const sorted = [...found].sort((one, two) => worth(two, order) - worth(one, order));
  for (const move of sorted) {
    const word = move.words[0] ?? '';
    const places = rows.get(word) ?? [];
    places.push({ move, place: placesOf(board, stacks, move), cross: move.words.slice(1) });
    rows.set(word, places);
  }
  return [...rows].map(([word, places]) => ({ word, places }));
}
