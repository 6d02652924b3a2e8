/** The Tilewright engine: the bytes of a request in, the bytes of a response out. */
export { Engine, EngineError } from './engine.js';
export { Game } from './game.js';
export { currentGame } from './text.js';
