import type {
  Answer, BotLevel, Call, Command, Event, GameResult, PictureOptions, Preview, UserMove,
  VariantSource, VariantSummary, View, Violation, VisibleEvent, Words,
} from '../dist/protocol.js';
export type * from '../dist/protocol.js';

/** A place from which bytes can be had, or the bytes. */
export type Source = string | URL | ArrayBuffer | ArrayBufferView;
/** What is loaded: the module, bundled word lists by id, or lists of your own. */
export interface LoadOptions {
  wasm?: Source | WebAssembly.Module;
  lexicons?: Array<'en' | 'nl'> | Record<string, Source>;
}
export type AnswerOf<T extends Answer['type']> = Extract<Answer, { type: T }>;

export declare class EngineError extends Error {
  code: string;
  violations: Violation[];
  revision?: number;
}

export declare class Engine {
  static load(options?: LoadOptions): Promise<Engine>;
  handle(request: Uint8Array): Uint8Array;
  handleText(request: string): string;
  call(call: Call): Answer;
  addLexicon(id: string, bytes: Uint8Array): void;
  variants(): VariantSummary[];
  variant(variant: string | VariantSource): AnswerOf<'variant'>;
  readonly memory: number;
  free(): void;
}

export interface NewGame {
  variant: string | VariantSource;
  players?: number;
  /** A number for tests and puzzles, or 64 hexadecimal digits of a secret. */
  seed?: number | string;
  words?: Words;
  startWord?: string;
  now?: number;
  seat?: number;
}

export declare class Game {
  static create(engine: Engine, options: NewGame): Game;
  static load(engine: Engine, text: string, options?: { seat?: number }): Game;
  view: View;
  lastEvents: Event[];
  seat?: number;
  save(): string;
  copy(): Game;
  look(seat?: number): View;
  preview(move: UserMove, seat?: number): Preview;
  submit(command: Command, more?: { revision?: number; now?: number }): AnswerOf<'game'>;
  play(move: UserMove, seat?: number): AnswerOf<'game'>;
  swap(tiles: string[], seat?: number): AnswerOf<'game'>;
  pass(seat?: number): AnswerOf<'game'>;
  challenge(seat?: number): AnswerOf<'game'>;
  resign(seat?: number): AnswerOf<'game'>;
  undo(): AnswerOf<'game'>;
  redo(): AnswerOf<'game'>;
  moves(count?: number, seat?: number): AnswerOf<'moves'>;
  best(level?: BotLevel, options?: { seat?: number; seed?: number }): Command;
  events(options?: { seat?: number; after?: number }): VisibleEvent[];
  render(options?: { move?: UserMove; account?: boolean; options?: Partial<PictureOptions> }): string;
  gcg(players?: string[]): string;
  verify(): AnswerOf<'verified'>;
  readonly toMove: number;
  readonly revision: number;
  readonly result?: GameResult;
}

/** The text of the game in a response that has one. */
export declare function currentGame(response: string): string | undefined;
