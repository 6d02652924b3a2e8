/** A group of tiles on the board that is to slide along its line. */
import type { BoardModel } from './board.ts';
import type { UserMove } from './protocol.ts';

export interface Slide {
  cells: readonly number[];
  /** An axis on whose line they lie; -1 while they have none. */
  axis: number;
  /** By how many cells along it. */
  by: number;
}

export const emptySlide = (): Slide => ({ cells: [], axis: -1, by: 0 });

export const slides = (slide: Slide): boolean => slide.by !== 0 && slide.axis >= 0 && slide.cells.length > 0;

/** Takes a tile into the group, or out of it. */
export function pick(board: BoardModel, { cells }: Slide, cell: number): Slide {
  const next = cells.includes(cell) ? cells.filter((one) => one !== cell) : [...cells, cell];
  return { cells: next, axis: board.axesOf(next)[0] ?? -1, by: 0 };
}

/** Along another axis, where the group has several. */
export function otherAxis(board: BoardModel, slide: Slide): Slide {
  const axes = board.axesOf(slide.cells);
  return { ...slide, axis: axes[(axes.indexOf(slide.axis) + 1) % axes.length] ?? -1, by: 0 };
}

/** So many cells further, as far as the board goes. */
export function further(board: BoardModel, slide: Slide, by: number): Slide {
  const next = slide.by + by;
  const stays = slide.axis < 0 || slide.cells.some((cell) => board.along(cell, slide.axis, next) < 0);
  return stays ? slide : { ...slide, by: next };
}

/** So that a tile of the group comes to a cell, if a line leads there. */
export function toCell(board: BoardModel, slide: Slide, from: number, to: number): Slide {
  for (const axis of board.axesOf(slide.cells)) {
    for (let by = 1; by < board.cells.length; by++) {
      const [on, back] = [board.along(from, axis, by), board.along(from, axis, -by)];
      if (on < 0 && back < 0) break;
      if (on === to || back === to) return further(board, { ...slide, axis, by: 0 }, on === to ? by : -by);
    }
  }
  return slide;
}

/** The move as the engine takes it. */
export function slideMove(board: BoardModel, { cells, axis, by }: Slide): UserMove {
  const labels = cells.map((cell) => board.cell(cell).label);
  return { actions: [{ slide_group: { cells: labels, axis: board.axes[axis]?.axis ?? null, by } }] };
}
