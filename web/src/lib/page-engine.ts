/** The engine in the page: the WebAssembly module, in a worker, with its word lists. */
import type { RemoteEngine } from '../../../bindings/wasm/src/remote.js';
import { Failure } from './api.ts';
import type { Answer, Call, Fault } from './protocol.ts';

/** Whether the module was there when the page was built. */
declare const ENGINE_BUILT: boolean;

/** What a call is about: the variant and the words, as text. */
function subject(call: Call): string | null {
  const about = 'game' in call ? call.game : 'variant' in call ? call : null;
  if (!about) return null;
  const words = ('words' in about ? about.words : undefined) ?? 'variant';
  return JSON.stringify([about.variant, words]);
}

/** Calls that the module refuses: it is kept small, and they are much work. */
const ELSEWHERE: Call['op'][] = ['analyze', 'lab'];

/** Calls that need no word list to be compiled. */
const LIGHT: Call['op'][] = ['variants', 'variant', 'premiums'];

export class PageEngine {
  private remote: RemoteEngine | null = null;
  private loading: Promise<void> | null = null;
  private state: 'idle' | 'loading' | 'ready' | 'broken' = 'idle';
  /** What has been asked before, so that its words are compiled: `true` once that is done. */
  private readonly warm = new Map<string, boolean>();

  /** Whether it can answer this call at once. If not, it gets ready for the next one. */
  takes(call: Call): boolean {
    if (ELSEWHERE.includes(call.op)) return false;
    if (this.state === 'idle') this.loading ??= this.load();
    if (this.state !== 'ready') return false;
    const about = subject(call);
    if (about === null || LIGHT.includes(call.op)) return true;
    if (!this.warm.has(about)) void this.prepare(about);
    return this.warm.get(about) ?? false;
  }

  /** Gets ready for a call that nobody else can answer; says whether it can be made now. */
  async gets(call: Call): Promise<boolean> {
    if (ELSEWHERE.includes(call.op)) return false;
    await (this.loading ??= this.load());
    if (this.state !== 'ready') {
      // The files may be there the next time.
      if (ENGINE_BUILT) [this.state, this.loading] = ['idle', null];
      return false;
    }
    const about = subject(call);
    if (about !== null && !LIGHT.includes(call.op) && !this.warm.get(about)) await this.prepare(about);
    return true;
  }

  async call(call: Call): Promise<Answer> {
    try {
      return (await this.remote!.call(call)) as Answer;
    } catch (error) {
      const { code, violations, revision, message } = error as Fault & Error;
      if (code) throw new Failure({ code, message, violations, revision } as Fault, 422);
      this.state = 'broken';
      throw error;
    }
  }

  private async load(): Promise<void> {
    if (!ENGINE_BUILT || typeof WebAssembly === 'undefined' || typeof Worker === 'undefined') {
      this.state = 'broken';
      return;
    }
    this.state = 'loading';
    try {
      const { RemoteEngine } = await import('../../../bindings/wasm/src/remote.js');
      this.remote = await RemoteEngine.start({ lexicons: ['en', 'nl'] });
      this.state = 'ready';
    } catch {
      this.state = 'broken';
    }
  }

  /** Lets the variant and its word list be compiled, while others still answer. */
  private async prepare(about: string): Promise<void> {
    if (this.warm.size > 20) this.warm.clear();
    this.warm.set(about, false);
    const [variant, words] = JSON.parse(about) as [never, never];
    const ask: Call = { op: 'words', variant, words, query: { check: { words: [] } } };
    // A list that cannot be had is missing at the server as well.
    await this.call(ask).catch(() => undefined);
    if (this.state === 'ready') this.warm.set(about, true);
  }
}
