/** The games of this player: those on the server and those that this browser keeps. */
import { ask, Failure } from './api.ts';
import { chime } from './chime.ts';
import { identity } from './identity.svelte.ts';
import { LocalTable } from './local-table.svelte.ts';
import type { SeatInfo, TableInfo, TableList } from './protocol.ts';
import { route } from './route.svelte.ts';
import { settings } from './settings.svelte.ts';

/** A game in a list, wherever it is kept. */
export interface ListedGame {
  id: string;
  name: string;
  /** The id of its variant, if it is a shipped one. */
  variant: string | null;
  seats: SeatInfo[];
  yourSeat: number | null;
  yourTurn: boolean;
  status: 'open' | 'running' | 'over';
  updated: number;
  created: number;
  revision: number;
  local: boolean;
}

const state = $state<{ server: TableInfo[]; local: ListedGame[]; complete: boolean; loaded: boolean }>({
  server: [],
  local: [],
  complete: true,
  loaded: false,
});

function fromServer(game: TableInfo): ListedGame {
  return {
    id: game.id,
    name: game.variant_name,
    variant: game.variant,
    seats: game.seats,
    yourSeat: game.your_seat ?? null,
    yourTurn: game.your_turn && game.status === 'running',
    status: game.status,
    updated: game.updated,
    created: game.created,
    revision: game.revision,
    local: false,
  };
}

function fromBrowser(): ListedGame[] {
  return LocalTable.list().map((game) => ({
    id: game.id,
    name: game.name,
    variant: game.variant,
    seats: game.seats,
    yourSeat: null,
    yourTurn: false,
    status: game.over ? 'over' : 'running',
    updated: game.updated,
    created: game.updated,
    revision: 0,
    local: true,
  }));
}

/** Games that wait for the player first, then the others that are played, then those that are finished. */
const rank = (game: ListedGame): number => (game.yourTurn ? 0 : game.status === 'over' ? 2 : 1);

export const games = {
  get all(): ListedGame[] {
    const list = [...state.server.map(fromServer), ...state.local];
    return list.sort((one, two) => rank(one) - rank(two) || two.updated - one.updated);
  },
  /** How many games wait for the player. */
  get waiting(): number {
    return state.server.filter((game) => game.your_turn && game.status === 'running').length;
  },
  /** Whether the server has told of all games. */
  get complete(): boolean {
    return state.complete;
  },
  get loaded(): boolean {
    return state.loaded;
  },
};

/** The size of a page of the server's list. */
const PAGE = 100;

/** Reads the latest games again. */
export async function refreshGames(): Promise<void> {
  state.local = fromBrowser();
  if (!identity.token) {
    state.server = [];
    state.complete = true;
    state.loaded = true;
    return;
  }
  const { games: latest } = await ask<TableList>('GET', '/games');
  const waited = games.waiting;
  const known = new Set(latest.map((game) => game.id));
  const oldest = latest.at(-1)?.updated ?? 0;
  const older = state.server.filter((game) => !known.has(game.id) && game.updated < oldest);
  state.server = [...latest, ...older];
  if (!older.length) state.complete = latest.length < PAGE;
  if (state.loaded && games.waiting > waited) {
    if (settings.sound) chime();
    if (settings.haptics && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(10);
  }
  state.loaded = true;
}

/** Reads the next older games. */
export async function olderGames(): Promise<void> {
  const last = state.server.at(-1);
  if (!last || state.complete) return;
  const { games: older } = await ask<TableList>('GET', `/games?before=${last.updated}&id=${last.id}`);
  const known = new Set(state.server.map((game) => game.id));
  state.server = [...state.server, ...older.filter((game) => !known.has(game.id))];
  state.complete = older.length < PAGE;
}

/** Who the others are, for a list. */
export function others(game: ListedGame): string {
  const rest = game.seats.filter((_, seat) => seat !== game.yourSeat);
  return rest.map((seat) => seat.name).join(', ');
}

/** How often the list is read while the page is looked at, in milliseconds. */
const EVERY = 30_000;
let watching = false;

/** Keeps the list fresh while the page is looked at. */
export function watchGames(): void {
  if (watching) return;
  watching = true;
  const look = (): void => {
    // A game hears of its own turns, and nothing else is asked for while one plays.
    if (document.visibilityState !== 'visible' || !identity.token || route.page === 'play') return;
    refreshGames().catch((error: unknown) => {
      // Out of reach: the banner says so, and the next round asks again.
      if (!(error instanceof Failure)) console.error(error);
    });
  };
  setInterval(look, EVERY);
  document.addEventListener('visibilitychange', look);
  look();
}
