/** A variant in the making, and its file. */
import type { Details } from './variants.ts';

export type Shape = 'rect' | 'hex' | 'cube' | 'graph';

/** A board drawn by hand: nodes, in thousandths of a cell, and lines between them by their tags. */
export interface Graph {
  nodes: { name: string; x: number; y: number }[];
  edges: { from: string; to: string; tag: string }[];
}

export interface Invention {
  name: string;
  /** The shipped variant whose language, letters and word list it takes. */
  base: string;
  shape: Shape;
  width: number;
  height: number;
  depth: number;
  diagonals: boolean;
  /** The nodes of a board that is a graph. Such a board builds on no other. */
  graph?: Graph | null;
  language?: string | null;
  lexicon?: string | null;
  /** Premium ids by cell. */
  premiums: Record<string, string>;
  holes: string[];
  starts: string[];
  letters: { symbol: string; count: number; value: number }[];
  blanks: { symbol: string; count: number; value: number }[];
  rack: number;
  bonus: number | null;
  stacking: number | null;
  bothWays: boolean;
  anagrams: boolean;
  challenges: boolean;
  connected: boolean;
  infinite: boolean;
  turnTime: number | null;
  eachPlacement: boolean;
}

/** Variants to build on: one for each language. */
export const BASES = ['classic', 'classic-nl', 'french', 'german', 'spanish', 'polish', 'welsh', 'hebrew', 'arabic'];

const number = (toml: string, field: string): number | null => {
  const found = new RegExp(`^${field} = (\\d+)$`, 'm').exec(toml);
  return found ? Number(found[1]) : null;
};

function graphOf(details: Details): Graph {
  const nodes = details.cells.map((cell) => ({ name: cell.cell, x: cell.x, y: cell.y }));
  const edges = details.lines.flatMap(({ axis, cells }) =>
    cells.slice(1).map((to, at) => ({ from: cells[at]!, to, tag: axis })),
  );
  return { nodes, edges };
}

/** A node is put where a board is empty. */
export function addNode(graph: Graph, x: number, y: number): Graph {
  let number = graph.nodes.length;
  while (graph.nodes.some((node) => node.name === `n${number}`)) number += 1;
  return { ...graph, nodes: [...graph.nodes, { name: `n${number}`, x: Math.round(x), y: Math.round(y) }] };
}

export const removeNodes = (graph: Graph, names: readonly string[]): Graph => ({
  nodes: graph.nodes.filter((node) => !names.includes(node.name)),
  edges: graph.edges.filter((edge) => !names.includes(edge.from) && !names.includes(edge.to)),
});

/** Draws a line from one node to another, or takes it away. */
export function toggleEdge(graph: Graph, from: string, to: string, tag: string): Graph {
  const same = (edge: Graph['edges'][number]): boolean =>
    edge.tag === tag && ((edge.from === from && edge.to === to) || (edge.from === to && edge.to === from));
  if (graph.edges.some(same)) return { ...graph, edges: graph.edges.filter((edge) => !same(edge)) };
  // A tag gives a node one line in and one out.
  const edges = graph.edges.filter((edge) => edge.tag !== tag || (edge.from !== from && edge.to !== to));
  return { ...graph, edges: [...edges, { from, to, tag }] };
}

/** What a variant says about rules that may be off: where the editor begins when they are switched on. */
export function usual({ rules, rack_size: rack }: Details): { bonus: number; stacking: number } {
  const { amount } = rules.bingo_bonus;
  return {
    // The editor knows bonuses of one size only: that of a whole rack.
    bonus: 'fixed' in amount ? amount.fixed : amount.per_tile * rack,
    stacking: rules.stacking.max_height,
  };
}

/** An invention that begins as a variant that is there. */
export function from(details: Details, base: string): Invention | null {
  const shape = /^shape = "(\w+)"$/m.exec(details.toml)?.[1];
  if (shape !== 'rect' && shape !== 'hex' && shape !== 'cube' && shape !== 'graph') return null;
  const width = number(details.toml, 'width') ?? 15;
  const height = number(details.toml, 'height') ?? 15;
  const depth = number(details.toml, 'depth') ?? 1;
  const there = new Set(details.cells.map((cell) => cell.cell));
  const premiums: Record<string, string> = {};
  for (const cell of details.cells) if (cell.premium && cell.premium !== 'regular') premiums[cell.cell] = cell.premium;
  const holes: string[] = [];
  if (shape !== 'cube' && shape !== 'graph') {
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) if (!there.has(`${x},${y}`)) holes.push(`${x},${y}`);
  }
  const { rules } = details;
  const tile = (one: Details['tiles'][number]): { symbol: string; count: number; value: number } => ({
    symbol: one.letter ?? one.tile,
    count: one.count,
    value: one.score,
  });
  return {
    name: `${details.summary.name} 2`,
    base,
    shape,
    graph: shape === 'graph' ? graphOf(details) : null,
    language: details.summary.language,
    lexicon: details.summary.lexicon,
    width,
    height,
    depth,
    diagonals: details.axes.length > 2 && shape === 'rect',
    premiums,
    holes,
    starts: [...details.start_cells],
    letters: details.tiles.filter((one) => one.letter && one.tile === one.letter).map(tile),
    blanks: details.tiles.filter((one) => !one.letter).map(tile),
    rack: details.rack_size,
    bonus: rules.bingo_bonus.enabled ? usual(details).bonus : null,
    stacking: rules.stacking.enabled ? usual(details).stacking : null,
    bothWays: details.axes.some((axis) => axis.reading === 'both'),
    anagrams: rules.word_validation.anagram_words,
    challenges: rules.challenge.enable_challenges,
    connected: rules.line_placement.placement === 'connected',
    infinite: rules.infinite_score.enabled,
    turnTime: rules.time_limit.turn_time_limit ?? null,
    eachPlacement: rules.premiums.premium_life === 'each_placement',
  };
}

const quoted = (text: string): string => JSON.stringify(text);

/** The id of a name: lower-case letters, digits and hyphens. */
export function idOf(name: string): string {
  const id = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return id || 'untitled';
}

/** What a file says that builds on no other. */
const alone = (one: Invention): string[] => [
  ...(one.language ? [`language = ${quoted(one.language)}`] : []),
  ...(one.lexicon ? [`lexicon = ${quoted(one.lexicon)}`] : []),
  'players = [1, 4]',
];

function drawn(graph: Graph, starts: readonly string[]): string[] {
  const node = ({ name, x, y }: Graph['nodes'][number]): string => `{ name = ${quoted(name)}, at = [${x}, ${y}] }`;
  const edge = ({ from, to, tag }: Graph['edges'][number]): string =>
    `{ from = ${quoted(from)}, to = ${quoted(to)}, tag = ${quoted(tag)} }`;
  return [
    '',
    '[board.graph]',
    `origin = ${quoted(starts[0] ?? graph.nodes[0]?.name ?? '')}`,
    `nodes = [${graph.nodes.map(node).join(', ')}]`,
    `edges = [${graph.edges.map(edge).join(', ')}]`,
  ];
}

/** The variant file. `masked` is false for a look at all cells, holes too. */
export function toToml(one: Invention, masked = true): string {
  const exists = (cell: string): boolean => !one.holes.includes(cell);
  const inside = (cell: string): boolean => {
    if (one.graph) return one.graph.nodes.some((node) => node.name === cell);
    const [x = 0, y = 0, z = 0] = cell.split(',').map(Number);
    return x < one.width && y < one.height && z < one.depth;
  };
  const premiums = Object.entries(one.premiums).filter(([cell]) => inside(cell) && (!masked || exists(cell)));
  const rows = Array.from({ length: one.height }, (_, y) =>
    Array.from({ length: one.width }, (_, x) => (exists(`${x},${y}`) ? 'o' : '#')).join(''),
  );
  const mask = masked && one.holes.some(inside) && one.shape !== 'cube' && !one.graph ? rows : [];
  const starts = one.starts.filter((cell) => inside(cell) && (!masked || exists(cell)));
  const tile = (tile: { symbol: string; count: number; value: number }): string =>
    `[${quoted(tile.symbol)}, ${tile.count}, ${tile.value}]`;
  const lines = [
    'format = 1',
    `id = ${quoted(idOf(one.name))}`,
    `name = ${quoted(one.name.slice(0, 100))}`,
    'description = "Made in the playground."',
    ...(one.graph ? alone(one) : [`extends = ${quoted(one.base)}`]),
    '',
    '[board]',
    `shape = ${quoted(one.shape)}`,
    ...(one.graph
      ? []
      : [`width = ${one.width}`, `height = ${one.height}`, 'layout = []', `mask = [${mask.map(quoted).join(', ')}]`]),
    ...(one.shape === 'cube' ? [`depth = ${one.depth}`] : []),
    ...(one.shape === 'rect' ? [`diagonals = ${one.diagonals}`] : []),
    '',
    '[board.premiums]',
    ...premiums.map(([cell, kind]) => `${quoted(cell)} = ${quoted(kind)}`),
    ...(one.graph ? drawn(one.graph, starts) : []),
    '',
    '[tiles]',
    `letters = [${one.letters.map(tile).join(', ')}]`,
    `blanks = [${one.blanks.map(tile).join(', ')}]`,
    '',
    '[rules.first_move_start]',
    `cells = [${starts.map(quoted).join(', ')}]`,
    '[rules.rack_size]',
    `size = ${one.rack}`,
    '[rules.bingo_bonus]',
    `enabled = ${one.bonus !== null}`,
    ...(one.bonus === null ? [] : [`amount = { fixed = ${one.bonus} }`]),
    '[rules.stacking]',
    `enabled = ${one.stacking !== null}`,
    ...(one.stacking === null ? [] : [`max_height = ${one.stacking}`]),
    '[rules.word_validation]',
    `reading = ${quoted(one.bothWays ? 'both' : 'forward')}`,
    `anagram_words = ${one.anagrams}`,
    '[rules.line_placement]',
    `placement = ${quoted(one.connected ? 'connected' : 'line')}`,
    '[rules.challenge]',
    `enable_challenges = ${one.challenges}`,
    '[rules.infinite_score]',
    `enabled = ${one.infinite}`,
    '[rules.premiums]',
    `premium_life = ${quoted(one.eachPlacement ? 'each_placement' : 'once')}`,
    ...(one.turnTime !== null ? ['[rules.time_limit]', `turn_time_limit = ${one.turnTime}`] : []),
  ];
  // Boards that are read the other way keep their reading.
  const text = lines.join('\n');
  const reversed = ['hebrew', 'arabic'].includes(one.base) && !one.bothWays;
  return `${reversed ? text.replace('reading = "forward"\n', '') : text}\n`;
}

/** A cell and its mirror images. */
export function mirrored(one: Invention, cell: string, mirror: 'none' | 'two' | 'four'): string[] {
  if (one.graph) return [cell];
  const [x = 0, y = 0, z] = cell.split(',').map(Number);
  const label = (x: number, y: number): string => (z === undefined ? `${x},${y}` : `${x},${y},${z}`);
  const cells = [label(x, y)];
  if (mirror !== 'none') cells.push(label(one.width - 1 - x, y));
  if (mirror === 'four') cells.push(label(x, one.height - 1 - y), label(one.width - 1 - x, one.height - 1 - y));
  return [...new Set(cells)];
}
