// The engine on a thread of its own: every message names a method and its arguments.
import { Engine, EngineError } from './engine.js';

const node = typeof process !== 'undefined' && process.versions?.node;
const port = node ? (await import(/* @vite-ignore */ 'node:worker_threads')).parentPort : globalThis;
const receive = (listener) =>
  node ? port.on('message', listener) : port.addEventListener('message', (event) => listener(event.data));

let engine;
const methods = {
  load: async (options) => { engine = await Engine.load(options); },
  handle: (request) => engine.handle(request),
  handleText: (request) => engine.handleText(request),
  call: (call) => engine.call(call),
  addLexicon: (id, bytes) => engine.addLexicon(id, bytes),
};

receive(async ({ id, method, parameters }) => {
  try {
    port.postMessage({ id, result: await methods[method](...parameters) });
  } catch (error) {
    const { code, violations, revision } = error instanceof EngineError ? error : {};
    port.postMessage({ id, error: { message: String(error?.message ?? error), code, violations, revision } });
  }
});
