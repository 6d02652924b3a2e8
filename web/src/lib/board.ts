/** A board as the engine describes it: cells, their neighbours along every axis, their drawing. */
import { naming, place, type Naming } from './notation.ts';
import type { Details } from './variants.ts';
import type {
  AxisDetails,
  LayerDrawing,
  OutlineDrawing,
  PremiumDetails,
  TileDetails,
  VariantSource,
} from './protocol.ts';

export interface Cell {
  index: number;
  label: string;
  name: string;
  x: number;
  y: number;
  layer: number;
  premium: string | null;
  outline: OutlineDrawing;
  symbol: string;
  start: boolean;
}

export type Arrow = 'left' | 'right' | 'up' | 'down';
const ARROWS: Record<Arrow, [number, number]> = { left: [-1, 0], right: [1, 0], up: [0, -1], down: [0, 1] };

export class BoardModel {
  readonly cells: Cell[];
  readonly axes: AxisDetails[];
  readonly layers: LayerDrawing[];
  readonly premiums = new Map<string, PremiumDetails>();
  readonly tiles = new Map<string, TileDetails>();
  readonly naming: Naming;
  private readonly byLabel = new Map<string, number>();
  /** By axis and cell: the next cell and the one before, or -1. */
  private readonly after: Int32Array[];
  private readonly before: Int32Array[];

  constructor(
    readonly details: Details,
    readonly source: VariantSource,
  ) {
    const { drawing } = details;
    const starts = new Set(details.start_cells);
    this.naming = naming(details);
    this.cells = details.cells.map((cell, index) => {
      const drawn = drawing.cells[index]!;
      this.byLabel.set(cell.cell, index);
      return {
        index,
        label: cell.cell,
        name: this.naming.names[index]!,
        x: drawn.x,
        y: drawn.y,
        layer: cell.layer,
        premium: cell.premium ?? null,
        outline: drawing.outlines[drawn.outline]!,
        symbol: drawn.symbol,
        start: starts.has(cell.cell),
      };
    });
    this.axes = details.axes;
    this.layers = drawing.layers;
    for (const kind of details.premium_kinds) this.premiums.set(kind.premium, kind);
    for (const tile of details.tiles) this.tiles.set(tile.tile, tile);
    const empty = (): Int32Array => new Int32Array(this.cells.length).fill(-1);
    this.after = this.axes.map(empty);
    this.before = this.axes.map(empty);
    for (const line of details.lines) {
      const axis = this.axes.findIndex((one) => one.axis === line.axis);
      for (let i = 0; i + 1 < line.cells.length; i++) {
        const from = this.index(line.cells[i]!);
        const to = this.index(line.cells[i + 1]!);
        this.after[axis]![from] = to;
        this.before[axis]![to] = from;
      }
    }
  }

  /** The number of a cell, by its label. */
  index(label: string): number {
    return this.byLabel.get(label) ?? -1;
  }

  name(label: string): string {
    return this.cells[this.index(label)]?.name ?? label;
  }

  /** Where a word lies that begins here: `8H`, `H8`, `E7↗`, `2:8H`, `k3 ring`. */
  place(cell: number, axis: number): string {
    const step = [1, -1].map((way) => ({ way, to: this.step(cell, axis, way as 1 | -1) })).find(({ to }) => to >= 0);
    const here = this.cell(cell);
    if (!step) return here?.name ?? '';
    const there = this.cell(step.to);
    const way = { dx: (there.x - here.x) * step.way, dy: (there.y - here.y) * step.way };
    return place(this.naming, cell, this.axes[axis]?.axis ?? '', { ...way, up: there.layer !== here.layer });
  }

  /** The same for cells of a word, by their labels. */
  placeOf(cells: readonly string[], axis?: string): string {
    const [first, ...others] = cells.map((label) => this.index(label));
    if (first === undefined || first < 0) return '';
    const known = this.axes.findIndex((one) => one.axis === axis);
    const found = known >= 0 ? known : others.length ? (this.axesOf([first, ...others])[0] ?? -1) : -1;
    return found < 0 ? this.cell(first).name : this.place(first, found);
  }

  /** The cells of a layer by rows, each from left to right. */
  rows(layer: number): Cell[][] {
    const rows: Cell[][] = [];
    for (const cell of this.cells.filter((one) => one.layer === layer).sort((a, b) => a.y - b.y || a.x - b.x)) {
      const row = rows.at(-1);
      if (row && Math.abs(row[0]!.y - cell.y) < 12) row.push(cell);
      else rows.push([cell]);
    }
    for (const row of rows) row.sort((a, b) => a.x - b.x);
    return rows;
  }

  cell(index: number): Cell {
    return this.cells[index]!;
  }

  /** Whether a cell has a neighbour on an axis. */
  hasAxis(cell: number, axis: number): boolean {
    return this.after[axis]![cell]! >= 0 || this.before[axis]![cell]! >= 0;
  }

  /** The next cell in reading direction (`1`) or against it (`-1`), or -1. */
  step(cell: number, axis: number, way: 1 | -1): number {
    const backward = this.axes[axis]?.reading === 'backward';
    const forward = (way === 1) !== backward;
    return (forward ? this.after : this.before)[axis]![cell]!;
  }

  /** The cell so many steps along an axis, in the order of its line whatever way it is read, or -1. */
  along(cell: number, axis: number, by: number): number {
    let at = cell;
    for (let i = 0; i < Math.abs(by) && at >= 0; i++) at = (by > 0 ? this.after : this.before)[axis]![at]!;
    return at;
  }

  /** The axes whose lines hold all of these cells. */
  axesOf(cells: readonly number[]): number[] {
    const [first, ...others] = cells;
    if (first === undefined) return [];
    return this.axes.flatMap((_, axis) => {
      const line = new Set([first]);
      for (const way of [1, -1])
        for (let at = this.along(first, axis, way); at >= 0 && !line.has(at); at = this.along(at, axis, way))
          line.add(at);
      return line.size > 1 && others.every((cell) => line.has(cell)) ? [axis] : [];
    });
  }

  /** The next axis on which a cell has neighbours. */
  nextAxis(cell: number, axis: number): number {
    for (let i = 1; i <= this.axes.length; i++) {
      const other = (axis + i) % this.axes.length;
      if (this.hasAxis(cell, other)) return other;
    }
    return axis;
  }

  /** The cell that an arrow key leads to: a neighbour if there is one, else the nearest that way. */
  toward(cell: number, arrow: Arrow): number {
    const [dx, dy] = ARROWS[arrow];
    const here = this.cell(cell);
    let best = -1;
    let cost = Infinity;
    for (const other of this.cells) {
      if (other.index === cell || other.layer !== here.layer) continue;
      const x = other.x - here.x;
      const y = other.y - here.y;
      const along = x * dx + y * dy;
      const aside = Math.abs(x * dy) + Math.abs(y * dx);
      if (along <= 1 || aside > along * 1.8) continue;
      const price = along + aside * 1.6;
      if (price < cost - 0.01) {
        cost = price;
        best = other.index;
      }
    }
    return best;
  }

  /** The same place on another layer. */
  onLayer(cell: number, layer: number): number {
    const here = this.cell(cell);
    const same = this.cells.find((c) => c.layer === layer && c.x === here.x && c.y === here.y);
    return same?.index ?? this.cells.find((c) => c.layer === layer)?.index ?? cell;
  }

  /** The cell where a first move may begin: the cursor starts there. */
  get home(): number {
    const start = this.details.start_cells[0];
    return start === undefined ? 0 : Math.max(0, this.index(start));
  }

  /** What a tile shows. */
  face(tile: string, as?: string | null, turned = false): string {
    const known = this.tiles.get(tile);
    return as ?? (turned ? known?.rotated : null) ?? known?.letter ?? '';
  }

  /** Whether tiles may slide in this game. */
  get slides(): boolean {
    return this.details.rules.actions.slide;
  }

  /** Whether a tile may be turned upside down. */
  canTurn(tile: string): boolean {
    return this.details.rules.actions.rotate && (this.tiles.get(tile)?.rotated ?? null) !== null;
  }

  isBlank(tile: string): boolean {
    const found = this.tiles.get(tile);
    return found !== undefined && (found.letter ?? null) === null;
  }

  value(tile: string): number {
    return this.tiles.get(tile)?.score ?? 0;
  }

  get rightToLeft(): boolean {
    return this.axes[0]?.reading === 'backward';
  }

  get stacks(): boolean {
    return this.details.rules.stacking.enabled;
  }
}
