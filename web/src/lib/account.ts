/** What a player does with an account. */
import { ask, askIfKnown, askOpenly, enter, Failure } from './api.ts';
import { refreshGames } from './games.svelte.ts';
import { identity } from './identity.svelte.ts';
import type {
  EmailInfo,
  PlayerInfo,
  ProviderInfo,
  ProviderList,
  SessionInfo,
  SessionList,
  SignInStarted,
} from './protocol.ts';

/** Makes an account. A guest keeps id, games and links. */
export async function signUp(name: string, password: string): Promise<void> {
  await enter('/players', { name, password });
  await refreshGames();
}

export async function signIn(name: string, password: string): Promise<void> {
  await enter('/sessions', { name, password });
  await refreshGames();
}

/** The providers of identities with which one can sign in. */
export async function providers(): Promise<ProviderInfo[]> {
  return (await askOpenly<ProviderList>('GET', '/oidc')).providers;
}

/** Where the ticket of a sign-in is kept while the browser is at a provider. */
const TICKET = 'sign-in-ticket';

/** Sends the browser to a provider. A guest who comes back keeps all games. */
export async function startSignIn(provider: string): Promise<void> {
  const path = `/oidc/${encodeURIComponent(provider)}/start`;
  const { url, ticket } = await askIfKnown<SignInStarted>('POST', path, {});
  localStorage.setItem(TICKET, ticket);
  location.assign(url);
}

/** Finishes a sign-in with the code that the browser has brought back; `false` if it was not begun here. */
export async function finishSignIn(code: string): Promise<boolean> {
  const ticket = localStorage.getItem(TICKET);
  if (!ticket) return false;
  try {
    await enter('/oidc/finish', { code, ticket });
    localStorage.removeItem(TICKET);
  } catch (error) {
    if (!(error instanceof Failure) || !error.unreachable) localStorage.removeItem(TICKET);
    throw error;
  }
  return true;
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

export const email = (): Promise<EmailInfo> => ask('GET', '/me/email');

/** Mails a code to an address; without one the present address is removed. */
export const changeEmail = (address: string | null, password: string): Promise<void> =>
  ask('POST', '/me/email', address === null ? { password } : { address, password });

export const verifyEmail = (code: string): Promise<void> => askOpenly('POST', '/email/verify', { code });

/** Mails a code with which a password can be reset, if an account has the address. */
export const askForReset = (address: string): Promise<void> => askOpenly('POST', '/password-resets', { address });

export const resetPassword = (code: string, password: string): Promise<void> =>
  askOpenly('POST', '/password-resets/confirm', { code, password });

/** Whether this is the server's answer with that status. */
export const refused = (error: unknown, status: number): error is Failure =>
  error instanceof Failure && error.status === status;

/** Whether the server has refused because its operator has set up no mail. */
export const sendsNoMail = (error: unknown): boolean => refused(error, 409) && error.message.includes('sends no mail');

/** Whether a password has as many characters as the server wants. */
export const longEnough = (password: string): boolean => [...password].length >= 8;

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
