import { EngineError } from './engine.js';
import { currentGame } from './text.js';

const source = (variant) => (typeof variant === 'string' ? { shipped: variant } : variant);
const viewer = (seat) => (seat === undefined ? 'spectator' : { seat });

/** A game. It holds the text of the whole game, which is sent with every call. */
export class Game {
  #engine;
  #text;
  /** What the viewer sees since the last change. */
  view;
  /** The events of the last change. */
  lastEvents = [];
  /** The seat whose view the answers contain; none for a spectator. */
  seat;

  constructor(engine, seat) {
    this.#engine = engine;
    this.seat = seat;
  }

  /** Starts a game; `words` are the variant's own by default. */
  static create(engine, { variant, players = 2, seed, words, startWord, now, seat }) {
    const game = new Game(engine, seat);
    const from = typeof seed === 'string' ? { secret: seed } : { number: seed ?? 0 };
    const call = { op: 'new', variant: source(variant), players, seed: from };
    if (words !== undefined) call.words = words;
    if (startWord !== undefined) call.start_word = startWord;
    if (now !== undefined) call.now = now;
    game.#change(JSON.stringify({ ...call, viewer: viewer(seat) }));
    return game;
  }

  /** Goes on with a game that was saved. */
  static load(engine, text, { seat } = {}) {
    const game = new Game(engine, seat);
    game.#text = text;
    game.view = game.look(seat);
    return game;
  }

  /** The whole game as text. It holds the seed and all tiles. */
  save() {
    return this.#text;
  }

  /** An independent copy of the game. */
  copy() {
    return Game.load(this.#engine, this.#text, { seat: this.seat });
  }

  #send(call) {
    const response = this.#engine.handleText(`{"v":1,"call":${call}}`);
    const { answer, error } = JSON.parse(response);
    if (error) throw new EngineError(error);
    return [answer, response];
  }

  #about(op, more = {}) {
    const rest = JSON.stringify(more).slice(1);
    return `{"op":"${op}","game":${this.#text}${rest.length > 1 ? ',' : ''}${rest}`;
  }

  #change(call) {
    const [answer, response] = this.#send(call);
    this.#text = currentGame(response);
    this.view = answer.view;
    this.lastEvents = answer.events;
    return answer;
  }

  /** What a seat sees, or a spectator. */
  look(seat) {
    return this.#send(this.#about('view', { viewer: viewer(seat) }))[0].view;
  }

  /** What a move would score, or every reason why it is not legal. */
  preview(move, seat = this.toMove) {
    return this.#send(this.#about('preview', { seat, move }))[0];
  }

  /** Submits a command; `revision` guards against changes by others. */
  submit(command, more = {}) {
    return this.#change(this.#about('submit', { submission: { command, ...more }, viewer: viewer(this.seat) }));
  }

  play(move, seat = this.toMove) { return this.submit({ type: 'move', seat, move }); }
  swap(tiles, seat = this.toMove) { return this.play({ actions: [{ swap_rack: { tiles } }] }, seat); }
  pass(seat = this.toMove) { return this.submit({ type: 'pass', seat }); }
  challenge(seat = this.toMove) { return this.submit({ type: 'challenge', seat }); }
  resign(seat = this.toMove) { return this.submit({ type: 'resign', seat }); }
  undo() { return this.#change(this.#about('undo', { viewer: viewer(this.seat) })); }
  redo() { return this.#change(this.#about('redo', { viewer: viewer(this.seat) })); }

  /** The legal plays of a seat, best first, and how many there are. */
  moves(count = 10, seat = this.toMove) {
    return this.#send(this.#about('moves', { seat, count }))[0];
  }

  /** What a player of a level would do. */
  best(level = 'expert', { seat = this.toMove, seed = 0 } = {}) {
    return this.#send(this.#about('best', { seat, level, seed }))[0].command;
  }

  /** The events that a viewer may see. */
  events({ seat = this.seat, after = 0 } = {}) {
    return this.#send(this.#about('events', { viewer: viewer(seat), after }))[0].events;
  }

  /** A picture of the board as SVG. */
  render({ move, account = false, options = {} } = {}) {
    return this.#send(this.#about('render', { ...(move && { move }), account, options }))[0].svg;
  }

  /** The game as GCG. */
  gcg(players = []) { return this.#send(this.#about('gcg', { players }))[0].text; }
  /** Draws every tile again, after the end. */
  verify() { return this.#send(this.#about('verify'))[0]; }

  get #public() { return (this.view.seat ?? this.view.spectator).game; }
  /** The seat to move. */
  get toMove() { return this.#public.to_move; }
  /** The number of the last event. */
  get revision() { return this.#public.revision; }
  /** The result, once the game is over. */
  get result() { return this.#public.result ?? undefined; }
}
