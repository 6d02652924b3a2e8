import type { Answer, Call, LoadOptions } from './index.js';

export declare class RemoteEngine {
  static start(options?: LoadOptions): Promise<RemoteEngine>;
  handle(request: Uint8Array): Promise<Uint8Array>;
  handleText(request: string): Promise<string>;
  call(call: Call): Promise<Answer>;
  addLexicon(id: string, bytes: Uint8Array): Promise<void>;
  free(): Promise<void>;
}
