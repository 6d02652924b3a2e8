/** The one way to the engine: messages in, messages out, wherever it runs. */
import { askOpenly, Failure } from './api.ts';
import { PageEngine } from './page-engine.ts';
import type { Answer, Call, Response } from './protocol.ts';

type Of<T extends Answer['type']> = Extract<Answer, { type: T }>;

/** An engine that answers calls. */
export interface EngineClient {
  call(call: Call): Promise<Answer>;
}

/** The engine of the server, over `POST /api/v1/engine`. */
export class ServerEngine implements EngineClient {
  async call(call: Call): Promise<Answer> {
    const response = await askOpenly<Response>('POST', '/engine', { v: 1, call });
    if (response.answer) return response.answer;
    throw new Failure(response.error ?? { code: 'internal', message: 'no answer' }, 422);
  }
}

/** The engine in the page as soon as it can answer, the server's until then and otherwise. */
class EitherEngine implements EngineClient {
  private readonly server = new ServerEngine();
  readonly page = new PageEngine();

  async call(call: Call): Promise<Answer> {
    if (!this.page.takes(call)) {
      try {
        return await this.server.call(call);
      } catch (error) {
        // Without a connection the page waits for its own engine.
        if (!(error instanceof Failure) || !error.unreachable || !(await this.page.gets(call))) throw error;
      }
    }
    try {
      return await this.page.call(call);
    } catch (error) {
      // What the rules have against a call is an answer; a broken module is not.
      if (error instanceof Failure) throw error;
      return this.server.call(call);
    }
  }
}

const either = new EitherEngine();
let engine: EngineClient = either;

/** Puts another engine in its place; the messages stay the same. */
export function use(other: EngineClient): void {
  engine = other;
}

/** Whether calls about this variant and these words are answered in the page by now. */
export function inPage(call: Call): boolean {
  return engine === either && either.page.takes(call);
}

/** Asks the engine and makes sure that the answer is of the kind that was expected. */
export async function engineCall<T extends Answer['type']>(type: T, call: Call): Promise<Of<T>> {
  const answer = await engine.call(call);
  if (answer.type !== type) throw new Failure({ code: 'internal', message: answer.type }, 500);
  return answer as Of<T>;
}
