/** What a player does with an account. */
import { ask, enter } from './api.ts';
import { refreshGames } from './games.svelte.ts';
import { identity } from './identity.svelte.ts';
import type { PlayerInfo, SessionInfo, SessionList } from './protocol.ts';

/** Makes an account. A guest keeps id, games and links. */
export async function signUp(name: string, password: string): Promise<void> {
  await enter('/players', name, password);
  await refreshGames();
}

export async function signIn(name: string, password: string): Promise<void> {
  await enter('/sessions', name, password);
  await refreshGames();
}

/** Ends the session of this browser. */
export async function signOut(): Promise<void> {
  await ask('DELETE', '/sessions/current');
  identity.leave();
  await refreshGames();
}

export async function sessions(): Promise<SessionInfo[]> {
  return (await ask<SessionList>('GET', '/sessions')).sessions;
}

export const revoke = (id: string): Promise<void> => ask('DELETE', `/sessions/${id}`);
export const revokeOthers = (): Promise<void> => ask('DELETE', '/sessions');

export async function changeName(name: string): Promise<void> {
  identity.rename(await ask<PlayerInfo>('POST', '/me/name', { name }));
}

export const changePassword = (old: string, fresh: string): Promise<void> =>
  ask('POST', '/me/password', { old, new: fresh });

/** Everything that the server has about the player, as a file. */
export async function everything(): Promise<Blob> {
  const data = await ask<unknown>('GET', '/me/export');
  return new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
}

/** Deletes the player with everything that names them. */
export async function deleteMe(): Promise<void> {
  await ask('DELETE', '/me');
  identity.leave();
  await refreshGames();
}

const SYSTEMS: [RegExp, string][] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];
const BROWSERS: [RegExp, string][] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrom(e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

/** What a device called itself, made short: `Firefox, Linux`. */
export function deviceName(agent: string): string {
  const find = (list: [RegExp, string][]): string[] => list.filter(([one]) => one.test(agent)).map(([, name]) => name);
  return [find(BROWSERS)[0], find(SYSTEMS)[0]].filter(Boolean).join(', ') || agent;
}
