/** Two fingers on a board: apart is closer, together is farther; both moved is the board moved. */

const MOST = 3;

export interface PinchOptions {
  svg: () => SVGSVGElement | undefined;
  zoom: () => number;
  /** The new scale, and the point of the board that is to be in the middle. */
  onzoom: (zoom: number, x: number, y: number) => void;
}

interface Finger {
  x: number;
  y: number;
}

export class Pinch {
  private readonly fingers = new Map<number, Finger>();
  private start: { distance: number; zoom: number } | null = null;

  constructor(private readonly options: PinchOptions) {}

  /** A pointer goes down. `true` if it is the second finger: then it is no press. */
  down(event: PointerEvent): boolean {
    if (event.pointerType !== 'touch') return false;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.fingers.size !== 2) return this.fingers.size > 2;
    this.start = { distance: this.distance(), zoom: this.options.zoom() };
    return true;
  }

  move(event: PointerEvent): void {
    const finger = this.fingers.get(event.pointerId);
    if (!finger) return;
    const before = this.middle();
    [finger.x, finger.y] = [event.clientX, event.clientY];
    const svg = this.options.svg();
    if (!this.start || this.fingers.size !== 2 || !svg) return;
    event.preventDefault();
    const matrix = svg.getScreenCTM()?.inverse();
    if (!matrix) return;
    const zoom = Math.max(1, Math.min(MOST, (this.start.zoom * this.distance()) / Math.max(1, this.start.distance)));
    // What lies between the fingers stays between them: the middle of the view moves the other way.
    const after = this.middle();
    const box = svg.getBoundingClientRect();
    const at = new DOMPoint(box.left + box.width / 2, box.top + box.height / 2).matrixTransform(matrix);
    const under = new DOMPoint(before.x, before.y).matrixTransform(matrix);
    const now = new DOMPoint(after.x, after.y).matrixTransform(matrix);
    const share = this.options.zoom() / zoom;
    const [x, y] = [at.x - (now.x - under.x), at.y - (now.y - under.y)];
    this.options.onzoom(zoom, under.x + (x - under.x) * share, under.y + (y - under.y) * share);
  }

  up(event: PointerEvent): void {
    this.fingers.delete(event.pointerId);
    if (this.fingers.size < 2) this.start = null;
  }

  private distance(): number {
    const [one, two] = [...this.fingers.values()];
    return one && two ? Math.hypot(one.x - two.x, one.y - two.y) : 0;
  }

  private middle(): Finger {
    const all = [...this.fingers.values()];
    const sum = all.reduce((sum, one) => ({ x: sum.x + one.x, y: sum.y + one.y }), { x: 0, y: 0 });
    return { x: sum.x / Math.max(1, all.length), y: sum.y / Math.max(1, all.length) };
  }
}
