/** The puzzle of the day: the player's game, the best of the others, and days in a row. */
import { ask, Failure, reason } from './api.ts';
import { games, refreshGames } from './games.svelte.ts';
import { language } from './messages.svelte.ts';
import { toast } from './notices.svelte.ts';
import type { DailyInfo, TableView } from './protocol.ts';
import { go } from './route.svelte.ts';
import { points } from './speech.ts';

const state = $state<{ info: DailyInfo | null }>({ info: null });

const DAY = 86_400_000;
/** The server's days are those of UTC. */
const dateOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The dates of the puzzles that the player has finished. */
function finished(): Set<string> {
  const own = games.all.filter((game) => game.status === 'over' && game.id.startsWith('daily-'));
  return new Set(own.map((game) => game.id.slice(6, 16)));
}

export interface Day {
  date: string;
  short: string;
  long: string;
  done: boolean;
  today: boolean;
}

export const daily = {
  get info(): DailyInfo | null {
    return state.info;
  },
  /** How far the player's own game is. */
  get state(): 'new' | 'running' | 'finished' {
    const id = state.info?.your_game;
    if (!id) return 'new';
    return games.all.find((game) => game.id === id)?.status === 'over' ? 'finished' : 'running';
  },
  get best(): string {
    const best = state.info?.best[0];
    return best ? points(best.score) : '';
  },
  /** Days in a row up to today; a day that is not over yet does not break them. */
  get streak(): number {
    const done = finished();
    let at = Date.now();
    if (!done.has(dateOf(at))) at -= DAY;
    let days = 0;
    for (; done.has(dateOf(at)); at -= DAY) days += 1;
    return days;
  },
  /** The last seven days. */
  get week(): Day[] {
    const done = finished();
    return Array.from({ length: 7 }, (_, back) => {
      const at = Date.now() - (6 - back) * DAY;
      const said = (weekday: 'narrow' | 'long'): string =>
        new Date(at).toLocaleDateString(language.current, { weekday, timeZone: 'UTC' });
      const date = dateOf(at);
      return { date, short: said('narrow'), long: said('long'), done: done.has(date), today: back === 6 };
    });
  },
  read(): void {
    void readDaily();
  },
};

async function readDaily(): Promise<void> {
  try {
    state.info = await ask<DailyInfo>('GET', '/daily');
    if (state.info.your_game && !games.loaded) await refreshGames();
  } catch (error) {
    // Out of reach: the banner says so.
    if (!(error instanceof Failure) || !error.unreachable) toast(reason(error));
  }
}

/** Starts the puzzle, goes on with it, or shows its result. */
export async function playDaily(): Promise<void> {
  try {
    go('play', (await ask<TableView>('POST', '/daily')).game.id);
  } catch (error) {
    toast(reason(error));
  }
}
