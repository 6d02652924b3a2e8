/** Dragging tiles with mouse, finger or pen. Nothing but the tile's own place changes on each frame. */
import type { BoardModel } from './board.ts';

export interface DragEnd {
  /** The cell under the tile, or -1. */
  cell: number;
  /** The slot of the rack under the tile, or -1. */
  slot: number;
}

export interface DragOptions {
  board: BoardModel;
  layer: () => number;
  svg: () => SVGSVGElement | undefined;
  rack: () => HTMLElement | undefined;
  free: (cell: number) => boolean;
  onlift: (clientX: number, clientY: number) => void;
  onmove: (x: number, y: number) => void;
  ontarget: (cell: number) => void;
  ondrop: (end: DragEnd) => void;
  /** It was no drag: the pointer hardly moved. */
  ontap: () => void;
}

const START = 4;
const REACH = 0.7 * 40;
const FINGER = 28;

/** Follows a pointer from its first press until it is let go. */
export function drag(event: PointerEvent, options: DragOptions): void {
  if (event.button !== 0) return;
  const { pointerId, clientX, clientY } = event;
  const lift = event.pointerType === 'touch' ? FINGER : 0;
  let lifted = false;
  let target = -1;
  let inverse: DOMMatrix | null = null;

  const cellAt = (x: number, y: number): number => {
    if (!inverse) return -1;
    const at = new DOMPoint(x, y - lift).matrixTransform(inverse);
    let best = -1;
    let distance = REACH;
    const layer = options.layer();
    for (const cell of options.board.cells) {
      if (cell.layer !== layer) continue;
      const away = Math.hypot(cell.x - at.x, cell.y - at.y);
      if (away < distance && options.free(cell.index)) {
        distance = away;
        best = cell.index;
      }
    }
    return best;
  };

  // Where the rack and its slots are, measured once: the page does not move while a tile is dragged.
  let rackBox: DOMRect | null = null;
  let middles: number[] = [];
  const measure = (): void => {
    const rack = options.rack();
    rackBox = rack?.getBoundingClientRect() ?? null;
    middles = [...(rack?.querySelectorAll('[data-slot]') ?? [])].map((slot) => {
      const { left, width } = slot.getBoundingClientRect();
      return left + width / 2;
    });
  };

  const slotAt = (x: number, y: number): number => {
    const box = rackBox;
    if (!box) return -1;
    if (x < box.left - 8 || x > box.right + 8 || y < box.top - 12 || y > box.bottom + 12) return -1;
    let best = -1;
    let distance = Infinity;
    middles.forEach((middle, index) => {
      const away = Math.abs(middle - x);
      if (away < distance) [distance, best] = [away, index];
    });
    return best;
  };

  const move = (next: PointerEvent): void => {
    if (next.pointerId !== pointerId) return;
    if (!lifted) {
      if (Math.hypot(next.clientX - clientX, next.clientY - clientY) < START) return;
      lifted = true;
      inverse = options.svg()?.getScreenCTM()?.inverse() ?? null;
      measure();
      options.onlift(next.clientX, next.clientY);
    }
    next.preventDefault();
    options.onmove(next.clientX, next.clientY - lift);
    const cell = slotAt(next.clientX, next.clientY) >= 0 ? -1 : cellAt(next.clientX, next.clientY);
    if (cell !== target) {
      target = cell;
      options.ontarget(cell);
    }
  };

  const stop = (): void => {
    removeEventListener('pointermove', move);
    removeEventListener('pointerup', up);
    removeEventListener('pointercancel', cancel);
  };
  const up = (last: PointerEvent): void => {
    if (last.pointerId !== pointerId) return;
    stop();
    if (!lifted) options.ontap();
    else options.ondrop({ cell: target, slot: slotAt(last.clientX, last.clientY) });
  };
  const cancel = (last: PointerEvent): void => {
    if (last.pointerId !== pointerId) return;
    stop();
    if (lifted) options.ondrop({ cell: -1, slot: -1 });
  };
  addEventListener('pointermove', move, { passive: false });
  addEventListener('pointerup', up);
  addEventListener('pointercancel', cancel);
}

/** The cell of a point of the screen, whatever lies on it. */
export function cellUnder(board: BoardModel, layer: number, svg: SVGSVGElement, x: number, y: number): number {
  const matrix = svg.getScreenCTM()?.inverse();
  if (!matrix) return -1;
  const at = new DOMPoint(x, y).matrixTransform(matrix);
  let best = -1;
  let distance = 24;
  for (const cell of board.cells) {
    const away = Math.hypot(cell.x - at.x, cell.y - at.y);
    if (cell.layer === layer && away < distance) [distance, best] = [away, cell.index];
  }
  return best;
}
