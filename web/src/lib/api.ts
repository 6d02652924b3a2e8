/** The server's API over HTTP: one function, with a guest's token that is made when needed. */
import type { Fault, Refused, SignedIn, View } from './protocol.ts';

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
}

const BASE = '/api/v1';
let entering: Promise<string> | null = null;

const stored = (): string | null => localStorage.getItem('token');

async function token(): Promise<string> {
  const known = stored();
  if (known) return known;
  entering ??= raw<SignedIn>('POST', '/guests', {}, null)
    .then((signed) => {
      localStorage.setItem('token', signed.token);
      localStorage.setItem('player', JSON.stringify(signed.player));
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
  try {
    response = await fetch(BASE + path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
    });
  } catch {
    throw new Failure({ code: 'internal', message: 'offline' }, 0);
  }
  const json = response.headers.get('content-type')?.includes('json');
  const answer: unknown = json ? await response.json() : await response.text();
  if (response.ok) return answer as T;
  const refused = answer as Refused;
  const fault = refused.error ?? { code: 'internal', message: `HTTP ${response.status}` };
  throw new Failure(fault, response.status, refused.view ?? null, Number(response.headers.get('retry-after') ?? 0));
}

/** Asks the server as the player of this browser. */
export async function ask<T>(method: string, path: string, body?: unknown): Promise<T> {
  const bearer = await token();
  try {
    return await raw<T>(method, path, body, bearer);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.status === 401) {
      // The server has forgotten this guest: come in again.
      if (stored() === bearer) localStorage.removeItem('token');
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

export const bearer = token;

/** Who plays in this browser, once known. */
export function player(): { id: string; name: string } | null {
  try {
    return JSON.parse(localStorage.getItem('player') ?? 'null') as { id: string; name: string } | null;
  } catch {
    return null;
  }
}
