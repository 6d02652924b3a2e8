/** Tiles that are written one after another. */
import type { BoardModel } from './board.ts';

/** The tiles of a rack written as text: letters of several characters stand in brackets or as they are. */
export function tilesIn(board: BoardModel, text: string): string[] {
  const known = board.details.tiles.map((tile) => tile.tile).sort((one, two) => two.length - one.length);
  const found: string[] = [];
  for (let rest = text.replace(/[[\]]/g, ''); rest;) {
    const tile = known.find((one) => rest.startsWith(one)) ?? [...rest][0]!;
    found.push(tile);
    rest = rest.slice(tile.length);
  }
  return found;
}
