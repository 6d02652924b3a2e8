/**
 * A game that the server keeps: commands over HTTP, updates over a socket that reconnects.
 *
 * The answer to a command and every update carry the events and the view after them. They are
 * applied as they come; the game is fetched only where a revision is missing.
 */
import { ask, bearer, Failure } from './api.ts';
import type {
  EventList,
  FoundMove,
  GameUpdate,
  Hints,
  PlayerCommand,
  Preview,
  Rematch,
  SeatInfo,
  Sent,
  SocketMessage,
  TableInfo,
  TableView,
  Talk,
  TalkList,
  UserMove,
  VariantSource,
  View,
  VisibleEvent,
  Words,
} from './protocol.ts';
import { stateOf, type Connection, type Table } from './table.svelte.ts';
import { toast } from './notices.svelte.ts';
import { prepare, previewInPage } from './preview.ts';
import { boardOfGame } from './variants.ts';
import type { BoardModel } from './board.ts';

export const rememberInvites = (game: string, invites: { seat: number; code: string }[]): void => {
  if (invites.length) sessionStorage.setItem(`invites-${game}`, JSON.stringify(invites));
};

/** Reports a failed fetch. That the server is out of reach is shown by the connection. */
function report(error: unknown): void {
  if (error instanceof Failure && error.status === 0) return;
  toast(error instanceof Error ? error.message : String(error));
}

/** How many events the server sends at once. */
const PAGE = 500;
/** How long the engine in the page waits with its megabytes until the board is there, in milliseconds. */
const READY_AFTER = 1500;

export class ServerTable implements Table {
  readonly local = false;
  readonly curtain = false;
  info = $state.raw<TableInfo>()!;
  view = $state.raw<View | null>(null);
  events = $state.raw<VisibleEvent[]>([]);
  connection = $state<Connection>('none');
  invites = $state.raw<{ seat: number; code: string }[]>([]);
  talk = $state.raw<Talk[]>([]);
  /** The number of the first line that was not read here. */
  private readTo = $state(0);
  private ahead = 0;
  private socket: WebSocket | null = null;
  private closed = false;
  private tries = 0;
  private fetching: Promise<void> | null = null;
  private again = false;
  private beat: ReturnType<typeof setInterval> | undefined;

  private constructor(
    readonly id: string,
    table: TableView,
    /** The board it is played on. */
    readonly board: BoardModel,
  ) {
    this.take(table);
    this.readTo = Number(localStorage.getItem(`read-${id}`) ?? 0);
    const kept = sessionStorage.getItem(`invites-${id}`);
    if (kept) this.invites = JSON.parse(kept) as { seat: number; code: string }[];
  }

  static async open(id: string): Promise<ServerTable> {
    const [shown, board, first] = await Promise.all([
      ask<TableView>('GET', `/games/${id}`),
      boardOfGame(id),
      ask<EventList>('GET', `/games/${id}/events?after=0`),
    ]);
    const table = new ServerTable(id, shown, board);
    table.events = first.events;
    // The view may be newer than the events, or the list be longer than one answer.
    if (first.events.length >= PAGE || table.revision < (stateOf(table.view)?.revision ?? 0)) await table.readEvents();
    const { words } = shown.game;
    if (table.seat !== null && words) setTimeout(() => prepare(board.source, words), READY_AFTER);
    void table.connect();
    return table;
  }

  get variant(): VariantSource {
    return this.board.source;
  }
  get words(): Words | null {
    return this.info.words ?? null;
  }
  get variantName(): string {
    return this.info.variant_name;
  }
  get seats(): SeatInfo[] {
    return this.info.seats;
  }
  get seat(): number | null {
    return this.info.your_seat ?? null;
  }
  get hintsAllowed(): boolean {
    return this.info.hints;
  }

  /** The rematch that a player has asked for, after the end. */
  get rematch(): Rematch | null {
    return this.info.rematch ?? null;
  }

  now(): number {
    return Date.now() + this.ahead;
  }

  /** The number of events that are known. */
  private get revision(): number {
    return this.events.length;
  }

  private take(table: TableView): void {
    // An older answer may arrive after a newer one.
    const revision = stateOf(table.view ?? null)?.revision ?? 0;
    if (revision < (stateOf(this.view)?.revision ?? 0)) return;
    this.info = table.game;
    this.view = table.view ?? null;
    this.ahead = table.now - Date.now();
  }

  /** Applies what a commit has changed; what is known already is skipped. */
  private apply(update: GameUpdate): void {
    const all = [...this.events];
    for (const event of update.events) if (event.index === all.length) all.push(event);
    if (all.length > this.events.length) this.events = all;
    if (update.game) this.info = update.game;
    this.ahead = update.now - Date.now();
    const seen = stateOf(update.view ?? null)?.revision ?? 0;
    if (update.view && seen > (stateOf(this.view)?.revision ?? 0)) this.view = update.view;
    if (this.revision < Math.max(update.revision, seen)) this.fill();
  }

  /** Fetches what is missing. Without a connection the socket brings it when it is back. */
  private fill(): void {
    this.refresh().catch(report);
  }

  private async readEvents(): Promise<void> {
    for (;;) {
      const list = await ask<EventList>('GET', `/games/${this.id}/events?after=${this.revision}`);
      const fresh = list.events.filter((event) => event.index >= this.revision);
      if (fresh.length) this.events = [...this.events, ...fresh];
      if (list.events.length < PAGE) return;
    }
  }

  /** Fetches the game, once at a time. */
  private refresh(): Promise<void> {
    if (this.fetching) {
      this.again = true;
      return this.fetching;
    }
    this.fetching = (async () => {
      do {
        this.again = false;
        const table = await ask<TableView>('GET', `/games/${this.id}`);
        await this.readEvents();
        this.take(table);
      } while (this.again);
    })().finally(() => (this.fetching = null));
    return this.fetching;
  }

  private async connect(): Promise<void> {
    if (this.closed) return;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const token = await bearer().catch(() => null);
    const socket = new WebSocket(`${scheme}://${location.host}/api/v1/games/${this.id}/live`);
    this.socket = socket;
    socket.onopen = () => {
      socket.send(JSON.stringify({ type: 'hello', token, after: this.revision }));
    };
    socket.onmessage = (message) => {
      this.tries = 0;
      this.connection = 'live';
      this.hear(JSON.parse(String(message.data)) as SocketMessage);
    };
    socket.onclose = () => this.lost();
    clearInterval(this.beat);
    this.beat = setInterval(() => {
      if (socket.readyState === WebSocket.OPEN) socket.send('{"type":"ping"}');
    }, 20_000);
  }

  private lost(): void {
    if (this.closed) return;
    this.connection = 'lost';
    this.tries += 1;
    const wait = Math.min(8000, 300 * 2 ** Math.min(this.tries, 5));
    setTimeout(() => void this.connect(), wait);
  }

  private hear(message: SocketMessage): void {
    if (message.type === 'welcome') {
      // Events that are missing come next, with the view after them.
      if ((stateOf(message.view ?? null)?.revision ?? 0) <= this.revision) this.take(message);
      else this.info = message.game;
      this.readTalk().catch(report);
    } else if (message.type === 'talk') {
      this.heard([message]);
    } else if (message.type === 'events') {
      this.apply(message);
    } else if (message.type === 'table') {
      const other = (message.your_seat ?? null) !== this.seat;
      this.info = message;
      // Another seat sees another game.
      if (other && this.view) this.fill();
    } else if (message.type === 'error' && message.error.code === 'unauthorized') {
      localStorage.removeItem('token');
    }
  }

  /** Whether people can talk here: one plays, and somebody else than a bot does too. */
  get talkative(): boolean {
    return this.seat !== null && this.info.seats.filter((seat) => !seat.bot && !seat.open).length > 1;
  }

  /** How many lines of others have not been read on this device. */
  get unread(): number {
    return this.talk.filter((line) => line.seat !== this.seat && line.number >= this.readTo).length;
  }

  /** The chat is on the screen: everything in it is read. */
  readAll(): void {
    const next = (this.talk.at(-1)?.number ?? -1) + 1;
    if (next <= this.readTo) return;
    this.readTo = next;
    localStorage.setItem(`read-${this.id}`, String(next));
  }

  async say(text: string): Promise<void> {
    this.heard([await ask<Talk>('POST', `/games/${this.id}/chat`, { text })]);
  }

  private async readTalk(): Promise<void> {
    if (!this.talkative) return;
    const after = this.talk.at(-1);
    const list = await ask<TalkList>('GET', `/games/${this.id}/chat?after=${after ? after.number + 1 : 0}`);
    this.heard(list.lines);
  }

  private heard(lines: Talk[]): void {
    const known = new Set(this.talk.map((line) => line.number));
    const news = lines.filter((line) => !known.has(line.number));
    if (news.length) this.talk = [...this.talk, ...news].sort((one, two) => one.number - two.number);
  }

  async preview(move: UserMove): Promise<Preview> {
    const { view, board } = this;
    const words = this.info.words;
    if (words && view && 'seat' in view) {
      const found = await previewInPage(board.source, words, view.seat, move).catch(() => null);
      if (found) return found;
    }
    return ask<Preview>('POST', `/games/${this.id}/preview`, { move });
  }

  async send(command: PlayerCommand): Promise<void> {
    const revision = stateOf(this.view)?.revision ?? 0;
    const body = { client_id: crypto.randomUUID(), revision, command };
    for (let attempt = 0; ; attempt++) {
      try {
        const sent = await ask<Sent>('POST', `/games/${this.id}/commands`, body);
        this.apply(sent);
        return;
      } catch (error) {
        // The same id is done once only, so a lost answer may be asked for again.
        const offline = error instanceof Failure && error.status === 0;
        if (offline && attempt < 6) {
          this.connection = 'lost';
          await new Promise((done) => setTimeout(done, 500 * (attempt + 1)));
          continue;
        }
        if (error instanceof Failure && (error.fault.revision ?? 0) > this.revision) this.fill();
        throw error;
      }
    }
  }

  async hints(): Promise<FoundMove[]> {
    return (await ask<Hints>('GET', `/games/${this.id}/hints`)).moves;
  }

  /** Asks for a rematch, or accepts one; the new game if everybody wants it. */
  async offerRematch(): Promise<string | null> {
    const table = await ask<TableView>('POST', `/games/${this.id}/rematch`);
    if (table.game.id !== this.id) return table.game.id;
    this.take(table);
    return null;
  }

  /** Declines a rematch, or cancels the offer of one. */
  async declineRematch(): Promise<void> {
    await ask('DELETE', `/games/${this.id}/rematch`);
  }

  async reveal(): Promise<void> {}

  close(): void {
    this.closed = true;
    clearInterval(this.beat);
    this.socket?.close();
  }
}
