/** What moderators and admins ask of the server. It answers everybody else as if nothing were there. */
import { refused } from './account.ts';
import { at } from './admin-texts.svelte.ts';
import { ask, reason, untilReached } from './api.ts';
import { identity } from './identity.svelte.ts';
import { language, t } from './messages.svelte.ts';
import type {
  AuditEntry,
  AuditList,
  FoundPlayer,
  FoundPlayers,
  GameAction,
  GameFile,
  PlayerAction,
  PlayerFile,
  Quarantined,
  QuarantineList,
  ReportInfo,
  ReportList,
  Role,
} from './protocol.ts';

const state = $state<{ role: Role | null | undefined; names: Record<string, string> }>({
  role: undefined,
  names: {},
});

const path = (...parts: string[]): string => `/admin/${parts.map(encodeURIComponent).join('/')}`;

export const staff = {
  /** The role of the player; `null` without one, `undefined` until the server has said. */
  get role(): Role | null | undefined {
    return state.role;
  },
};

/** Asks the server for the role of the player of this browser. Only accounts can have one. */
export async function readRole(): Promise<void> {
  const me = identity.account;
  if (!me) {
    state.role = null;
    return;
  }
  try {
    const { role } = await ask<PlayerFile>('GET', path('players', me.id));
    remember([me]);
    state.role = role === 'player' ? null : role;
  } catch (error) {
    if (!refused(error, 404) && !refused(error, 401)) throw error;
    state.role = null;
  }
}

/** Asks as a moderator. What is not there may mean that the role is gone: then the page goes too. */
async function asked<T>(method: string, where: string, body?: unknown): Promise<T> {
  try {
    return await ask<T>(method, where, body);
  } catch (error) {
    if (refused(error, 404) || refused(error, 401)) await readRole();
    throw error;
  }
}

/** What went wrong, for moderators. */
export function problemOf(error: unknown): string {
  if (refused(error, 403)) return at('error.forbidden');
  if (refused(error, 404)) return at('error.gone');
  if (refused(error, 409)) return at('error.conflict');
  return reason(error);
}

export const openReports = async (): Promise<ReportInfo[]> =>
  (await asked<ReportList>('GET', '/admin/reports')).reports;
export const settledReports = async (): Promise<ReportInfo[]> =>
  (await asked<ReportList>('GET', '/admin/reports?settled=true')).reports;
export const settleReport = (id: string, note: string): Promise<void> => asked('POST', path('reports', id), { note });

export async function findPlayers(name: string): Promise<FoundPlayer[]> {
  const { players } = await asked<FoundPlayers>('GET', `/admin/players?name=${encodeURIComponent(name)}`);
  remember(players);
  return players;
}

export async function playerFile(id: string): Promise<PlayerFile> {
  const file = await asked<PlayerFile>('GET', path('players', id));
  remember([file.player]);
  return file;
}

export const actOnPlayer = (id: string, action: PlayerAction): Promise<void> =>
  asked('POST', path('players', id), action);

export async function gameFile(id: string): Promise<GameFile> {
  const file = await asked<GameFile>('GET', path('games', id));
  remember(file.game.seats.flatMap(({ player, name }) => (player ? [{ id: player, name }] : [])));
  return file;
}

export const actOnGame = (id: string, action: GameAction): Promise<void> => asked('POST', path('games', id), action);

export const quarantined = async (): Promise<Quarantined[]> =>
  (await asked<QuarantineList>('GET', '/admin/quarantine')).games;
export const auditAfter = async (after: number): Promise<AuditEntry[]> =>
  (await asked<AuditList>('GET', `/admin/audit?after=${after}`)).entries;

function remember(players: { id: string; name: string }[]): void {
  state.names = { ...state.names, ...Object.fromEntries(players.map(({ id, name }) => [id, name])) };
}

/** The name of a player, once it is known. */
export const knownName = (id: string): string | undefined => state.names[id];

let looking: Promise<void> = Promise.resolve();
const looked = new Set<string>();

/** Looks up the name of a player, one after the other. Without one, the id stands in. */
export function lookUpName(id: string): void {
  if (looked.has(id) || id in state.names) return;
  looked.add(id);
  looking = looking.then(async () => {
    if (id in state.names || !state.role) return;
    const file = await ask<PlayerFile>('GET', path('players', id)).catch(() => null);
    if (file) remember([file.player]);
  });
}

/** A moment: `12 Nov 2026, 14:05`. */
export const moment = (time: number): string =>
  new Date(time).toLocaleString(language.current, { dateStyle: 'medium', timeStyle: 'short' });

/** Something that the server has: read when it is wanted, and again after each change. */
export class Reading<T> {
  value = $state.raw<T | null>(null);
  problem = $state.raw<string | null>(null);
  #turn = 0;

  constructor(private readonly load: () => Promise<T>) {}

  async read(): Promise<void> {
    const turn = ++this.#turn;
    const own = (): boolean => turn === this.#turn;
    try {
      const value = await untilReached(this.load, () => {
        if (own()) this.problem = t('net.offline');
      });
      if (!own()) return;
      this.value = value;
      this.problem = null;
    } catch (error) {
      if (!own()) return;
      this.value = null;
      this.problem = problemOf(error);
    }
  }
}
