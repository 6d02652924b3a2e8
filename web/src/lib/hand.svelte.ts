/** The hand of a player: the tile that it holds, and where the board and the rack are. */
import { drag } from './drag.ts';
import type { PlayState } from './play.svelte.ts';
import { settings } from './settings.svelte.ts';
import { CLOSER, Zoom } from './zoom.svelte.ts';

/** Cells below this size are shown closer while tiles are placed. */
const LEAST = 24;

export class Hand {
  /** The slot whose tile is held, or -1. */
  held = $state(-1);
  svg = $state.raw<SVGSVGElement>();
  rack = $state.raw<HTMLElement>();
  /** The drawing of the tile that is held. */
  tile = $state.raw<HTMLElement>();
  frame = $state.raw<HTMLElement>();
  readonly zoom = new Zoom(() => this.frame);
  private tapped = { slot: -1, at: 0 };

  constructor(readonly play: PlayState) {}

  /** The size of a cell on the screen while the whole board is shown. */
  get cellSize(): number {
    return 40 * this.fit().scale;
  }

  /** How the drawing lies in its frame while the whole board is shown. */
  private fit(): { scale: number; x: number; y: number } {
    const [box, view] = [this.frame?.getBoundingClientRect(), this.svg?.viewBox.baseVal];
    if (!box || !view?.width) return { scale: 1, x: 0, y: 0 };
    const scale = Math.min(box.width / view.width, box.height / view.height);
    return {
      scale,
      x: box.left + (box.width - view.width * scale) / 2 - view.x * scale,
      y: box.top + (box.height - view.height * scale) / 2 - view.y * scale,
    };
  }

  /** Shows small cells closer around the cell that was chosen, and the whole board again afterwards. */
  follow(cell: number | null): void {
    const { zoom } = this;
    if (cell === null) {
      if (zoom.own && this.held < 0) zoom.reset();
      return;
    }
    if ((zoom.closer && !zoom.own) || this.cellSize >= LEAST) return;
    const { scale, x, y } = this.fit();
    const at = this.play.board.cell(cell);
    zoom.own = true;
    zoom.centre(x + at.x * scale, y + at.y * scale, CLOSER);
  }

  /** A slot of the rack is pressed: its tile is dragged, or tapped. */
  press(event: PointerEvent, slot: number): void {
    const { play } = this;
    if (!play.swapping && !play.isOut(slot)) this.grab(event, slot);
    else if (event.button === 0) this.tapOnly(event, () => play.tapTile(slot));
  }

  /** A tile is pressed where it lies: it is dragged, or tapped. */
  grab(event: PointerEvent, slot: number): void {
    const { play, zoom } = this;
    const from = play.draft.loose.find((one) => one.slot === slot);
    let around: DOMRect | null = null;
    drag(event, {
      board: play.board,
      layer: () => play.layer,
      svg: () => this.svg,
      rack: () => this.rack,
      free: (cell) => play.isFree(cell),
      onlift: () => {
        this.held = slot;
        play.back = null;
        if (!zoom.closer && this.cellSize < LEAST) around = this.frame?.getBoundingClientRect() ?? null;
        document.body.classList.add('dragging');
      },
      onmove: (x, y) => {
        if (this.tile) this.tile.style.transform = `translate(${x}px, ${y}px)`;
        if (!around) return;
        const over = x > around.left && x < around.right && y > around.top && y < around.bottom;
        if (over) zoom.magnify(around, x, y);
        else zoom.reset();
      },
      ontarget: (cell) => {
        play.hover = cell >= 0 ? { slot, cell } : null;
        play.look();
      },
      ondrop: ({ cell, slot: to }) => {
        this.held = -1;
        document.body.classList.remove('dragging');
        play.hover = null;
        if (around) zoom.reset();
        if (cell >= 0) {
          play.drop(slot, cell);
          if (settings.haptics && navigator.userActivation.hasBeenActive) navigator.vibrate?.(10);
        } else if (from) play.takeBack(slot);
        else if (to >= 0 && to !== slot) play.moveSlot(slot, to);
        play.look();
      },
      ontap: () => this.tap(slot, from?.cell ?? -1),
    });
  }

  /** One handler, on the way up; the click after it does nothing. */
  private tap(slot: number, cell: number): void {
    const again = this.tapped.slot === slot && performance.now() - this.tapped.at < 400;
    this.tapped = { slot, at: performance.now() };
    if (cell < 0) this.play.tapTile(slot);
    else if (again) this.play.takeBack(slot);
    else this.play.setCursor(cell);
  }

  private tapOnly(event: PointerEvent, done: () => void): void {
    const up = (last: PointerEvent): void => {
      if (last.pointerId !== event.pointerId) return;
      removeEventListener('pointerup', up);
      removeEventListener('pointercancel', up);
      if (last.type === 'pointerup') done();
    };
    addEventListener('pointerup', up);
    addEventListener('pointercancel', up);
  }
}
