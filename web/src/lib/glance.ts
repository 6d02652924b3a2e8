/** A look at a game from outside: its board and its scores, asked for once for each revision. */
import { ask } from './api.ts';
import type { TableView, Theme } from './protocol.ts';
import { points } from './speech.ts';
import { stateOf } from './table.svelte.ts';

export interface Glance {
  scores: string;
  /** The address of a picture. */
  picture: string | null;
}

interface Wanted {
  id: string;
  revision: number;
  theme: Theme;
  local: boolean;
}

const known = new Map<string, Promise<Glance>>();
/** Looks that are kept. */
const MOST = 24;

async function look({ id, theme }: Wanted): Promise<Glance> {
  const table = await ask<TableView>('GET', `/games/${id}`);
  const state = stateOf(table.view ?? null);
  if (!state) return { scores: '', picture: null };
  const svg = await ask<string>('GET', `/games/${id}/board.svg?mini=true&theme=${theme}`);
  const picture = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  return { scores: state.seats.map((seat) => points(seat.score)).join('–'), picture };
}

export async function glance(wanted: Wanted): Promise<Glance | null> {
  if (wanted.local) return null;
  const key = `${wanted.id} ${wanted.revision} ${wanted.theme}`;
  let found = known.get(key);
  if (!found) {
    found = look(wanted);
    known.set(key, found);
    found.catch(() => known.delete(key));
    const oldest = known.size > MOST ? known.keys().next().value : undefined;
    if (oldest !== undefined) {
      const dropped = known.get(oldest);
      known.delete(oldest);
      void dropped?.then(
        ({ picture }) => picture && URL.revokeObjectURL(picture),
        () => undefined,
      );
    }
  }
  return found;
}
