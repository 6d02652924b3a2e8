/** From keys to tiles: which tile of the rack a typed letter means, digraphs included. */
import type { BoardModel } from './board.ts';
import { isOut, type Draft } from './draft.ts';

export interface Typed {
  slot: number;
  as: string | null;
}

/** A free tile that shows this letter; with `blank` a blank that may stand for it. */
export function findTile(board: BoardModel, draft: Draft, letter: string, blank: boolean): Typed | null {
  const wanted = letter.toLocaleUpperCase();
  const free = draft.slots.map((tile, slot) => ({ tile, slot })).filter(({ slot }) => !isOut(draft, slot));
  const shows = ({ tile }: { tile: string }): boolean => board.tiles.get(tile)?.letter?.toLocaleUpperCase() === wanted;
  const plain = blank ? undefined : free.find(shows);
  if (plain) return { slot: plain.slot, as: null };
  for (const { tile, slot } of free) {
    const letters = board.isBlank(tile) ? (board.tiles.get(tile)?.stands_for ?? []) : [];
    const as = letters.find((one) => one.toLocaleUpperCase() === wanted);
    if (as !== undefined) return { slot, as };
  }
  return null;
}

/** Every letter of the alphabet, as the tiles show it. */
export function alphabet(board: BoardModel): string[] {
  const letters = new Set<string>();
  for (const tile of board.tiles.values()) {
    if (tile.letter) letters.add(tile.letter);
    for (const letter of tile.stands_for ?? []) letters.add(letter);
  }
  return [...letters];
}

/** The letter that two typed letters make together, if there is such a letter. */
export function digraph(board: BoardModel, first: string, second: string): string | null {
  const both = (first + second).toLocaleUpperCase();
  return alphabet(board).find((letter) => letter.length > 1 && letter.toLocaleUpperCase() === both) ?? null;
}
