import { bytesOf, places } from './files.js';

const STATUS = ['success', 'the handle does not exist or was freed', 'a required pointer is null',
  'the length is too large', 'the buffer is too small', 'the word list cannot be used',
  'too many handles are open', 'something is wrong in the engine'];

/** An error of the engine: its code, its message, every broken rule. */
export class EngineError extends Error {
  constructor(fault) {
    super(fault.message);
    this.name = 'EngineError';
    this.code = fault.code;
    this.violations = fault.violations ?? [];
    this.revision = fault.revision;
  }
}

/** The most bytes that are handed in at a time. */
const LARGEST = 1 << 28;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Compiled modules by the address they came from: many engines share one. */
const modules = new Map();

async function moduleOf(source) {
  if (source instanceof WebAssembly.Module) return source;
  const key = source instanceof URL || typeof source === 'string' ? String(source) : undefined;
  if (key === undefined) return WebAssembly.compile(await bytesOf(source));
  if (!modules.has(key)) {
    const compiled = bytesOf(source).then((bytes) => WebAssembly.compile(bytes));
    modules.set(key, compiled);
    compiled.catch(() => modules.delete(key));
  }
  return modules.get(key);
}

/** An engine in a WebAssembly module of its own. */
export class Engine {
  #wasm;
  #engine;
  #out;

  /** Use `Engine.load`. */
  constructor(instance) {
    this.#wasm = instance.exports;
    this.#out = this.#wasm.tw_memory_new(8);
    this.#checked(this.#wasm.tw_engine_new(this.#out));
    this.#engine = this.#view().getBigUint64(this.#out, true);
  }

  /**
   * Loads the module and the word lists: `lexicons` names shipped lists (`['en', 'nl']`) or gives
   * lists by id (`{ en: urlOrBytes }`). Without it there are only the lists in requests.
   */
  static async load({ wasm = places.wasm, lexicons = [] } = {}) {
    const wanted = Array.isArray(lexicons)
      ? lexicons.map((id) => {
          if (!Object.hasOwn(places, id) || id === 'wasm') throw new Error(`the word list ${id} is not bundled`);
          return [id, places[id]];
        })
      : Object.entries(lexicons);
    const [module, ...lists] = await Promise.all([
      moduleOf(wasm),
      ...wanted.map(async ([id, source]) => [id, await bytesOf(source)]),
    ]);
    const engine = new Engine(await WebAssembly.instantiate(module, {}));
    for (const [id, bytes] of lists) engine.addLexicon(id, bytes);
    return engine;
  }

  #view() {
    return new DataView(this.#wasm.memory.buffer);
  }

  #checked(status) {
    if (status !== 0) throw new Error(`tilewright: ${STATUS[-status] ?? status}`);
  }

  #alive() {
    if (this.#engine === undefined) throw new Error('tilewright: the engine was freed');
  }

  /** Puts bytes into the module's memory while something is done with them. */
  #lend(bytes, use) {
    if (!ArrayBuffer.isView(bytes) || bytes.BYTES_PER_ELEMENT !== 1) throw new TypeError('tilewright: bytes are a Uint8Array');
    if (bytes.length > LARGEST) throw new RangeError(`tilewright: ${STATUS[3]}`);
    const pointer = this.#wasm.tw_memory_new(bytes.length);
    try {
      new Uint8Array(this.#wasm.memory.buffer).set(bytes, pointer);
      return use(pointer, bytes.length);
    } finally {
      this.#wasm.tw_memory_free(pointer, bytes.length);
    }
  }

  /** Adds a word list: text with one word a line, or a packed list, as bytes. */
  addLexicon(id, bytes) {
    this.#alive();
    const status = this.#lend(encoder.encode(id), (name, nameLength) =>
      this.#lend(bytes, (list, length) =>
        this.#wasm.tw_engine_add_lexicon(this.#engine, name, nameLength, list, length)));
    this.#checked(status);
  }

  /** Answers the bytes of a request with the bytes of a response. */
  handle(request) {
    this.#alive();
    const wasm = this.#wasm;
    this.#checked(this.#lend(request, (pointer, length) =>
      wasm.tw_call(this.#engine, pointer, length, this.#out)));
    const response = this.#view().getBigUint64(this.#out, true);
    try {
      this.#checked(wasm.tw_response_length(response, this.#out));
      const length = this.#view().getUint32(this.#out, true);
      const buffer = wasm.tw_memory_new(length);
      try {
        this.#checked(wasm.tw_response_read(response, buffer, length));
        return new Uint8Array(wasm.memory.buffer).slice(buffer, buffer + length);
      } finally {
        wasm.tw_memory_free(buffer, length);
      }
    } finally {
      wasm.tw_response_free(response);
    }
  }

  /** The same with text. */
  handleText(request) {
    return decoder.decode(this.handle(encoder.encode(request)));
  }

  /** Makes a call and gives the answer; an error of the engine is thrown. */
  call(call) {
    const response = JSON.parse(this.handleText(JSON.stringify({ v: 1, call })));
    if (response.error) throw new EngineError(response.error);
    return response.answer;
  }

  /** The shipped variants. */
  variants() {
    return this.call({ op: 'variants' }).variants;
  }

  /** Everything about a variant: an id, or `{ toml }`. */
  variant(variant) {
    return this.call({ op: 'variant', variant: typeof variant === 'string' ? { shipped: variant } : variant });
  }

  /** The bytes that the module's memory has taken. */
  get memory() {
    return this.#wasm.memory.buffer.byteLength;
  }

  /** Frees the engine; nothing can be asked afterwards. */
  free() {
    if (this.#engine === undefined) return;
    this.#wasm.tw_engine_free(this.#engine);
    this.#engine = undefined;
  }
}
