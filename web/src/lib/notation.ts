/** One notation for every board: the names that are printed on it, and where a word lies. */
import type { Details } from './variants.ts';

/** A name printed beside the cells. */
export interface PrintedName {
  layer: number;
  x: number;
  y: number;
  text: string;
}

/** How the cells of a board are named. */
export interface Naming {
  kind: 'grid' | 'hex' | 'graph';
  /** The name of each cell. */
  names: string[];
  /** The parts of each name: floor, letters, number. */
  parts: { floor: string; letters: string; number: string }[];
  /** What stands around a board of hexagons. */
  around: PrintedName[];
}

/** A, B, … Z, AA, AB, … */
export function letters(index: number): string {
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : letters(Math.floor(index / 26) - 1) + last;
}

const ranks = (values: number[]): Map<number, number> =>
  new Map([...new Set(values)].sort((a, b) => a - b).map((value, rank) => [value, rank]));

/** How far from the middle of an outer hexagon its line's name stands. */
const AWAY = 34;

/** Rows of hexagons are numbered at their right ends, lines to the lower right lettered at their upper ends. */
function hexagons(details: Details): Naming | null {
  const axial = details.cells.map(({ cell }) => /^(-?\d+),(-?\d+)$/.exec(cell));
  if (!axial.every((match) => match !== null)) return null;
  const drawn = details.drawing.cells;
  const at = axial.map((match, index) => ({
    q: Number(match[1]),
    r: Number(match[2]),
    x: drawn[index]!.x,
    y: drawn[index]!.y,
    layer: details.cells[index]!.layer,
  }));
  const index = new Map(details.cells.map(({ cell }, number) => [cell, number]));
  // The line that leads to the lower right keeps one of q, r and their sum.
  let keeps: (cell: (typeof at)[number]) => number = (cell) => cell.q;
  for (const line of details.lines) {
    const [from, to] = [at[index.get(line.cells[0] ?? '') ?? -1], at[index.get(line.cells[1] ?? '') ?? -1]];
    if (!from || !to || Math.abs(to.y - from.y) < 2 || (to.x - from.x) * (to.y - from.y) < 0) continue;
    if (from.r === to.r) keeps = (cell) => cell.r;
    else if (from.q + from.r === to.q + to.r) keeps = (cell) => cell.q + cell.r;
    break;
  }
  const rows = ranks(at.map((cell) => Math.round(cell.y)));
  // Along a row to the right, the letters go up.
  const first = at.find((cell) => at.some((other) => other.y === cell.y && other.x > cell.x));
  const right = first && at.find((other) => other.y === first.y && other.x > first.x);
  const sign = first && right && keeps(right) < keeps(first) ? -1 : 1;
  const lines = ranks(at.map((cell) => sign * keeps(cell)));
  const parts = at.map((cell) => ({
    floor: '',
    letters: letters(lines.get(sign * keeps(cell))!),
    number: String(rows.get(Math.round(cell.y))! + 1),
  }));
  const around: PrintedName[] = [];
  for (const [y, rank] of rows) {
    const end = at.filter((cell) => Math.round(cell.y) === y).reduce((a, b) => (b.x > a.x ? b : a));
    around.push({ layer: end.layer, x: end.x + AWAY, y: end.y, text: String(rank + 1) });
  }
  for (const [line, rank] of lines) {
    const top = at.filter((cell) => sign * keeps(cell) === line).reduce((a, b) => (b.y < a.y ? b : a));
    around.push({ layer: top.layer, x: top.x - AWAY / 2, y: top.y - AWAY * 0.87, text: letters(rank) });
  }
  return { kind: 'hex', names: parts.map((one) => one.letters + one.number), parts, around };
}

/** Reads how the cells of a board are named. */
export function naming(details: Details): Naming {
  const { drawing } = details;
  const grid = drawing.layers.some((layer) => layer.columns.length > 0);
  if (!grid) {
    const hex = hexagons(details);
    if (hex) return hex;
  }
  const parts = drawing.cells.map(({ name }, index) => {
    const match = grid ? /^(\D+)(\d+)/.exec(name) : null;
    const floor = drawing.layers.length > 1 ? `${(details.cells[index]?.layer ?? 0) + 1}:` : '';
    return match ? { floor, letters: match[1]!, number: match[2]! } : { floor: '', letters: name, number: '' };
  });
  const names = parts.map((one) => one.floor + one.letters + one.number);
  return { kind: grid ? 'grid' : 'graph', names, parts, around: [] };
}

const ARROWS = ['→', '↘', '↓', '↙', '←', '↖', '↑', '↗'];

/**
 * Where a word begins and which way it runs: `8H` along line 8, `H8` along line H, with an arrow for any
 * further direction. `dx`, `dy`: a step along the word; `up`: whether it leads to another floor.
 */
export function place(
  { kind, names, parts }: Naming,
  cell: number,
  axis: string,
  { dx, dy, up }: { dx: number; dy: number; up: boolean },
): string {
  const one = parts[cell];
  if (!one) return '';
  if (kind === 'graph') return `${names[cell]} ${axis}`;
  if (up) return `${names[cell]}↑`;
  const row = Math.abs(dy) < 2;
  const lettered = kind === 'grid' ? Math.abs(dx) < 2 : dx * dy > 0;
  if (row) return one.floor + one.number + one.letters;
  if (lettered) return one.floor + one.letters + one.number;
  return names[cell]! + ARROWS[Math.round((Math.atan2(dy, dx) / Math.PI) * 4 + 8) % 8]!;
}
