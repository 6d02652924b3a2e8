/** The player's own variants, kept in this browser. */
import type { Invention } from './inventor.ts';

export interface KeptInvention {
  id: string;
  one: Invention;
  saved: number;
}

const PREFIX = 'invention-';

/** Whether something from outside can be taken for a variant in the making. */
export function isInvention(value: unknown): value is Invention {
  const one = value as Partial<Invention> | null;
  return (
    typeof one === 'object' &&
    one !== null &&
    typeof one.name === 'string' &&
    typeof one.base === 'string' &&
    ['rect', 'hex', 'cube', 'graph'].includes(one.shape ?? '') &&
    [one.width, one.height, one.depth, one.rack].every((size) => Number.isInteger(size) && size! > 0 && size! <= 60) &&
    typeof one.premiums === 'object' &&
    one.premiums !== null &&
    [one.holes, one.starts, one.letters, one.blanks].every(Array.isArray)
  );
}

function read(key: string): KeptInvention | null {
  try {
    const kept = JSON.parse(localStorage.getItem(key) ?? '') as { one: unknown; saved: number };
    return isInvention(kept.one) ? { id: key.slice(PREFIX.length), one: kept.one, saved: kept.saved } : null;
  } catch {
    return null;
  }
}

/** All of them, the last changed first. */
export function inventions(): KeptInvention[] {
  const found: KeptInvention[] = [];
  for (let i = 0; i < localStorage.length; i++) {
    const key = localStorage.key(i) ?? '';
    const kept = key.startsWith(PREFIX) ? read(key) : null;
    if (kept) found.push(kept);
  }
  return found.sort((a, b) => b.saved - a.saved);
}

export const invention = (id: string): KeptInvention | null => read(PREFIX + id);

export const newInventionId = (): string => crypto.randomUUID().slice(0, 13);

/** Keeps a variant. It fails where the browser has no room left. */
export function keepInvention(id: string, one: Invention): number {
  const saved = Date.now();
  localStorage.setItem(PREFIX + id, JSON.stringify({ one, saved }));
  return saved;
}

export function dropInvention(id: string): void {
  localStorage.removeItem(PREFIX + id);
}
