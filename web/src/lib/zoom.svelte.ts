/** A closer look at the board: moved by transform alone, so that nothing is painted for it. */

const MOST = 3;

/** The scale at which small cells are shown while tiles are placed. */
export const CLOSER = 1.6;

interface Look {
  scale: number;
  x: number;
  y: number;
}

const WHOLE: Look = { scale: 1, x: 0, y: 0 };

interface Finger {
  x: number;
  y: number;
}

export class Zoom {
  /** The scale, and by how many pixels the board is moved to the left and up. */
  look = $state.raw<Look>(WHOLE);
  /** Whether the page itself brought the board closer. */
  own = false;
  private readonly fingers = new Map<number, Finger>();
  private start: { distance: number; scale: number } | null = null;

  constructor(private readonly frame: () => HTMLElement | undefined) {}

  get closer(): boolean {
    return this.look.scale > 1;
  }

  get style(): string {
    const { scale, x, y } = this.look;
    return scale === 1 ? '' : `transform:translate(${-x}px,${-y}px) scale(${scale})`;
  }

  reset(): void {
    this.own = false;
    if (this.closer) this.look = WHOLE;
  }

  private set(scale: number, x: number, y: number, box: DOMRect): void {
    const clamp = (at: number, size: number): number => Math.max(0, Math.min(at, size * (scale - 1)));
    this.look = scale <= 1 ? WHOLE : { scale, x: clamp(x, box.width), y: clamp(y, box.height) };
  }

  /** Closer around a point of the screen, which keeps its place: what lies under it stays under it. */
  magnify(box: DOMRect, clientX: number, clientY: number): void {
    this.own = true;
    const more = CLOSER - 1;
    this.set(CLOSER, (clientX - box.left) * more, (clientY - box.top) * more, box);
  }

  /** Closer, with a point of the whole board in the middle. */
  centre(clientX: number, clientY: number, scale = CLOSER): void {
    const box = this.frame()?.getBoundingClientRect();
    if (!box) return;
    this.set(scale, (clientX - box.left) * scale - box.width / 2, (clientY - box.top) * scale - box.height / 2, box);
  }

  toggle(): void {
    const box = this.frame()?.getBoundingClientRect();
    if (this.closer || !box) this.reset();
    else this.centre(box.left + box.width / 2, box.top + box.height / 2);
  }

  pan(dx: number, dy: number): void {
    const box = this.frame()?.getBoundingClientRect();
    const { scale, x, y } = this.look;
    if (box) this.set(scale, x - dx, y - dy, box);
  }

  /** A finger goes down. `true` if it is not the first: then it is no press. */
  down(event: PointerEvent): boolean {
    if (event.pointerType !== 'touch') return false;
    this.fingers.set(event.pointerId, { x: event.clientX, y: event.clientY });
    if (this.fingers.size === 2) this.start = { distance: this.distance(), scale: this.look.scale };
    return this.fingers.size > 1;
  }

  /** A finger moves; `true` if the board is being pinched. */
  move(event: PointerEvent): boolean {
    const finger = this.fingers.get(event.pointerId);
    if (!finger) return false;
    const before = this.middle();
    [finger.x, finger.y] = [event.clientX, event.clientY];
    const box = this.frame()?.getBoundingClientRect();
    if (!this.start || this.fingers.size !== 2 || !box) return this.start !== null;
    event.preventDefault();
    const after = this.middle();
    const { look } = this;
    const wanted = (this.start.scale * this.distance()) / Math.max(1, this.start.distance);
    const scale = Math.max(1, Math.min(MOST, wanted));
    // What lies between the fingers stays between them.
    const share = scale / look.scale;
    const x = (before.x - box.left + look.x) * share - (after.x - box.left);
    const y = (before.y - box.top + look.y) * share - (after.y - box.top);
    this.own = false;
    this.set(scale, x, y, box);
    return true;
  }

  up(event: PointerEvent): void {
    this.fingers.delete(event.pointerId);
    if (this.fingers.size === 0) this.start = null;
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
