import { EngineError } from './engine.js';

/** An engine on a worker thread; its methods are those of `Engine`, as promises. */
export class RemoteEngine {
  #worker;
  #waiting = new Map();
  #next = 1;

  /** Starts the worker and loads the engine there. */
  static async start(options = {}) {
    const remote = new RemoteEngine();
    if (typeof Worker === 'undefined') {
      const { Worker: NodeWorker } = await import(/* @vite-ignore */ 'node:worker_threads');
      remote.#worker = new NodeWorker(new URL('./worker.js', import.meta.url));
      remote.#worker.on('message', (message) => remote.#settle(message));
      remote.#worker.on('error', (error) => remote.#fail(error));
    } else {
      remote.#worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
      remote.#worker.addEventListener('message', (event) => remote.#settle(event.data));
      remote.#worker.addEventListener('error', (event) => remote.#fail(new Error(event.message)));
    }
    await remote.#ask('load', options);
    return remote;
  }

  #ask(method, ...parameters) {
    if (!this.#worker) return Promise.reject(new Error('tilewright: the worker was ended'));
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage({ id, method, parameters });
    });
  }

  #settle({ id, result, error }) {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (!error) waiting?.resolve(result);
    else waiting?.reject(error.code ? new EngineError(error) : new Error(error.message));
  }

  #fail(error) {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }

  handle(request) { return this.#ask('handle', request); }
  handleText(request) { return this.#ask('handleText', request); }
  call(call) { return this.#ask('call', call); }
  addLexicon(id, bytes) { return this.#ask('addLexicon', id, bytes); }

  /** Ends the worker; what was under way is refused. */
  async free() {
    const worker = this.#worker;
    this.#worker = undefined;
    this.#fail(new Error('tilewright: the worker was ended'));
    await worker?.terminate();
  }
}
