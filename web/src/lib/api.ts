/** The server's API over HTTP: one function, with a guest's token that is made when needed. */
import { identity } from './identity.svelte.ts';
import { t } from './messages.svelte.ts';
import { toast } from './notices.svelte.ts';
import type { Fault, Refused, SignedIn, View } from './protocol.ts';
import { heard, nextTry } from './reach.svelte.ts';

/** An error of the server, or of the way to it. */
export class Failure extends Error {
  constructor(
    readonly fault: Fault,
    readonly status: number,
    readonly view: View | null = null,
    /** Seconds after which it may be tried again. */
    readonly wait = 0,
  ) {
    super(fault.message);
  }

  /** Whether the server was not reached, or is about to start or to stop. */
  get unreachable(): boolean {
    return [0, 502, 504].includes(this.status) || (this.status === 503 && this.wait > 0);
  }
}

/** What went wrong, for people. */
export function reason(error: unknown): string {
  if (!(error instanceof Failure)) return error instanceof Error ? error.message : String(error);
  if (error.unreachable) return t('net.offline');
  if (error.status === 429) return t('net.busy');
  // The server's own words are for programs: they name fields of messages.
  if (error.fault.code === 'words' && error.message.includes('is not loaded')) return t('net.words');
  return error.message;
}

const BASE = '/api/v1';

declare global {
  /** Answers on their way since before this file was, each to be taken once: see `public/early.js`. */
  var early: Map<string, Promise<Response>> | undefined;
}

/** The answer to a question that was asked early. */
function begun(method: string, path: string, bearer: string | null): Promise<Response> | undefined {
  const key = `${bearer ?? ''} ${path}`;
  const answer = method === 'GET' ? globalThis.early?.get(key) : undefined;
  globalThis.early?.delete(key);
  return answer;
}

let entering: Promise<string> | null = null;

async function token(): Promise<string> {
  const known = identity.token;
  if (known) return known;
  entering ??= raw<SignedIn>('POST', '/guests', {}, null)
    .then((signed) => {
      identity.enter(signed);
      return signed.token;
    })
    .finally(() => (entering = null));
  return entering;
}

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

async function raw<T>(method: string, path: string, body: unknown, bearer: string | null): Promise<T> {
  const headers: Record<string, string> = {};
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (bearer) headers.authorization = `Bearer ${bearer}`;
  let response: Response;
  let answer: unknown;
  try {
    const sent = body === undefined ? undefined : JSON.stringify(body);
    response = await (begun(method, path, bearer) ?? fetch(BASE + path, { method, headers, body: sent }));
    const json = response.headers.get('content-type')?.includes('json');
    answer = json ? await response.json() : await response.text();
  } catch {
    heard(false);
    throw new Failure({ code: 'internal', message: 'offline' }, 0);
  }
  if (response.ok) {
    heard(true);
    return answer as T;
  }
  const fault = (answer as Refused).error ?? { code: 'internal', message: `HTTP ${response.status}` };
  const wait = Number(response.headers.get('retry-after') ?? 0);
  const failure = new Failure(fault, response.status, (answer as Refused).view ?? null, wait);
  heard(!failure.unreachable);
  throw failure;
}

/** Asks the server as the player of this browser. */
export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const bearer = await token();
  try {
    return await raw<T>(method, path, body, bearer);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.status === 401) {
      const account = identity.account;
      if (identity.token === bearer) identity.leave();
      // An account signs in again; a guest whom the server has forgotten comes in anew.
      if (account) {
        toast(t('account.ended'));
        throw error;
      }
      return raw<T>(method, path, body, await token());
    }
    return again(error, () => raw<T>(method, path, body, bearer));
  }
}

/** The longest wait for a server that has had enough, in seconds. */
const PATIENCE = 30;

/** Asks again once the server takes more. */
async function again<T>(error: unknown, ask: () => Promise<T>): Promise<T> {
  if (!(error instanceof Failure) || error.status !== 429 || error.wait > PATIENCE) throw error;
  await pause(1000 * Math.max(1, error.wait));
  return ask();
}

/** Asks without saying who asks. */
export function askOpenly<T>(method: string, path: string, body?: unknown): Promise<T> {
  const asked = (): Promise<T> => raw<T>(method, path, body, null);
  return asked().catch((error: unknown) => again(error, asked));
}

/** Asks as the player of this browser if there is one: nobody becomes a guest by it. */
export async function askIfKnown<T>(method: string, path: string, body?: unknown): Promise<T> {
  const bearer = identity.token;
  try {
    return await raw<T>(method, path, body, bearer);
  } catch (error) {
    if (!bearer || !(error instanceof Failure) || error.status !== 401) throw error;
    // The server has forgotten this guest: nothing is left to bring along.
    identity.leave();
    return raw<T>(method, path, body, null);
  }
}

/** Signs in: the answer says who plays in this browser from now on. */
export async function enter(path: '/players' | '/sessions' | '/oidc/finish', body: unknown): Promise<void> {
  const signed =
    path === '/sessions' ? raw<SignedIn>('POST', path, body, null) : askIfKnown<SignedIn>('POST', path, body);
  identity.enter(await signed);
}

/** Does something until the server answers; says each time that it has not. */
export async function untilReached<T>(load: () => Promise<T>, lost: (error: Failure) => void): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await load();
    } catch (error) {
      if (!(error instanceof Failure) || !error.unreachable) throw error;
      lost(error);
      await nextTry(tries);
    }
  }
}

export const bearer = token;
