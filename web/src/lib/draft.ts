/** A move in the making: the rack in the player's own order, and the tiles that lie loose. */
import type { Action, UserMove } from './protocol.ts';

/** A tile from a slot of the rack on a cell of the board. */
export interface Loose {
  slot: number;
  cell: number;
  /** The letter of a blank. */
  as: string | null;
  /** Whether it lies upside down. */
  turned?: boolean;
}

export interface Draft {
  /** The tiles of the rack in the player's order. */
  slots: string[];
  loose: Loose[];
}

export const emptyDraft = (): Draft => ({ slots: [], loose: [] });

/** The new rack in the old order: what stays keeps its place, what is new takes free places. */
export function reorder(slots: readonly string[], rack: readonly string[]): string[] {
  const left = [...rack];
  const kept: (string | null)[] = slots.map((tile) => {
    const at = left.indexOf(tile);
    if (at < 0) return null;
    left.splice(at, 1);
    return tile;
  });
  const filled = kept.map((tile) => tile ?? left.shift() ?? null);
  return [...filled.filter((tile) => tile !== null), ...left];
}

/** Takes a new rack in. Loose tiles stay while their tiles are still there. */
export function withRack(draft: Draft, rack: readonly string[]): Draft {
  const same = [...draft.slots].sort().join('\n') === [...rack].sort().join('\n');
  return same ? draft : { slots: reorder(draft.slots, rack), loose: [] };
}

export const isOut = (draft: Draft, slot: number): boolean => draft.loose.some((one) => one.slot === slot);
export const looseAt = (draft: Draft, cell: number): Loose | undefined => draft.loose.find((one) => one.cell === cell);

/** Puts a tile on a cell. A loose tile that lies there goes where this one came from. */
export function put(draft: Draft, slot: number, cell: number, as: string | null): Draft {
  const from = draft.loose.find((one) => one.slot === slot);
  const there = looseAt(draft, cell);
  const loose = draft.loose.filter((one) => one.slot !== slot && one !== there);
  loose.push({ slot, cell, as, ...(from?.turned ? { turned: true } : {}) });
  if (there && there.slot !== slot && from) loose.push({ ...there, cell: from.cell });
  return { ...draft, loose };
}

export const recall = (draft: Draft, slot: number): Draft => ({
  ...draft,
  loose: draft.loose.filter((one) => one.slot !== slot),
});

export const recallAll = (draft: Draft): Draft => (draft.loose.length ? { ...draft, loose: [] } : draft);

/** Turns a loose tile upside down, or back. */
export const turn = (draft: Draft, slot: number): Draft => ({
  ...draft,
  loose: draft.loose.map(({ turned, ...one }) =>
    one.slot === slot ? (turned ? one : { ...one, turned: true }) : { ...one, ...(turned ? { turned } : {}) },
  ),
});

/** Moves a tile of the rack to another place in it. */
export function moveSlot(draft: Draft, from: number, to: number): Draft {
  const order = draft.slots.map((_, slot) => slot);
  const [moved] = order.splice(from, 1);
  if (moved === undefined) return draft;
  order.splice(Math.max(0, Math.min(to, order.length)), 0, moved);
  return arrange(draft, order);
}

/** Puts the slots in another order; loose tiles keep their tiles. */
export function arrange(draft: Draft, order: readonly number[]): Draft {
  const place = new Map(order.map((slot, index) => [slot, index]));
  return {
    slots: order.map((slot) => draft.slots[slot]!),
    loose: draft.loose.map((one) => ({ ...one, slot: place.get(one.slot) ?? one.slot })),
  };
}

export function shuffle(draft: Draft, random: () => number = Math.random): Draft {
  const order = draft.slots.map((_, slot) => slot);
  for (let i = order.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [order[i], order[j]] = [order[j]!, order[i]!];
  }
  return arrange(draft, order);
}

/** Sorts by the order in which the variant lists its tiles. */
export function sort(draft: Draft, rank: (tile: string) => number): Draft {
  const order = draft.slots.map((_, slot) => slot);
  order.sort((a, b) => rank(draft.slots[a]!) - rank(draft.slots[b]!) || a - b);
  return arrange(draft, order);
}

/** The move as the engine takes it. */
export function asMove(draft: Draft, label: (cell: number) => string): UserMove {
  const actions = draft.loose.flatMap(({ slot, cell, as, turned }): Action[] => [
    ...(turned ? [{ rotate_tile: { cell: label(cell) } }] : []),
    { place_at: { cell: label(cell), kind_id: draft.slots[slot]!, ...(as === null ? {} : { as_symbol: as }) } },
  ]);
  return { actions };
}

/** Reads a move of the engine back; `null` if it is not made of tiles of this rack. */
export function fromMove(draft: Draft, move: UserMove, index: (label: string) => number): Draft | null {
  let next = recallAll(draft);
  const turned = new Set(move.actions.flatMap((action) => ('rotate_tile' in action ? [action.rotate_tile.cell] : [])));
  for (const action of move.actions) {
    if ('rotate_tile' in action) continue;
    if (!('place_at' in action)) return null;
    const { cell, kind_id: kind, as_symbol: as } = action.place_at;
    const slot = next.slots.findIndex((tile, at) => tile === kind && !isOut(next, at));
    if (slot < 0) return null;
    const placed: Loose = { slot, cell: index(cell), as: as ?? null, ...(turned.has(cell) ? { turned: true } : {}) };
    next = { ...next, loose: [...next.loose, placed] };
  }
  return next;
}
