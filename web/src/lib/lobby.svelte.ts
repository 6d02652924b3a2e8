/**
 * The lobby as this player sees it. What concerns the player comes over a socket that reconnects; the seeks of
 * others are asked for while the page is looked at.
 */
import { ask, bearer, Failure, reason } from './api.ts';
import { identity } from './identity.svelte.ts';
import { t } from './messages.svelte.ts';
import { announce, toast } from './notices.svelte.ts';
import type { MyLobby, NewSeek, Pairing, Seek, SeekList, SocketMessage, TableView } from './protocol.ts';
import { gameOf, stillOpen } from './seeks.ts';

/** How often the list of seeks is read, in milliseconds. */
const EVERY = 4000;
/** Where a tab keeps the seeks for which it waits, and that of quick pairing: a page that is loaded again waits on. */
const WAITING = 'waiting-seeks';
const QUICK = 'quick-seek';

function remembered(): string[] {
  try {
    const ids: unknown = JSON.parse(sessionStorage.getItem(WAITING) ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

/** What went wrong, in the words of the lobby. */
function refusal(error: unknown): string {
  if (error instanceof Failure && error.status === 404) return t('lobby.gone');
  if (error instanceof Failure && error.status === 409) return t('lobby.tooMany');
  return reason(error);
}

export class Lobby {
  /** What concerns the player; nothing until the server has said it. */
  mine = $state.raw<MyLobby | null>(null);
  /** The seeks of others. */
  open = $state.raw<Seek[]>([]);
  loaded = $state(false);
  /** The server's time, each second. */
  now = $state(Date.now());
  /** Something that the player asked for is under way. */
  private busy = false;
  /** The id of the variant whose seeks are listed; empty for all. */
  private wanted = $state('');
  private quick = $state(sessionStorage.getItem(QUICK));
  private readonly watched = new Set(remembered());
  private ahead = 0;
  private socket: WebSocket | null = null;
  private token: string | null = null;
  private live = false;
  private tries = 0;
  private asked = 0;
  private closed = false;
  private timers: ReturnType<typeof setInterval>[] = [];

  /** `enter` takes the player to a game. */
  constructor(private readonly enter: (game: string) => void) {}

  /** The player's seeks beside that of quick pairing. */
  get own(): Seek[] {
    return stillOpen(this.mine?.seeks ?? [], this.now).filter((seek) => seek.id !== this.quick);
  }
  /** The seek of quick pairing, while it waits. */
  get pairing(): Seek | null {
    return stillOpen(this.mine?.seeks ?? [], this.now).find((seek) => seek.id === this.quick) ?? null;
  }
  get others(): Seek[] {
    return stillOpen(this.open, this.now);
  }
  get challenges(): Seek[] {
    return stillOpen(this.mine?.challenges ?? [], this.now);
  }
  get rematches(): MyLobby['rematches'] {
    return (this.mine?.rematches ?? []).filter((offer) => offer.expires > this.now);
  }
  get variant(): string {
    return this.wanted;
  }
  set variant(id: string) {
    this.wanted = id;
    void this.refresh();
  }

  start(): void {
    void this.connect();
    void this.refresh();
    const look = (): void => {
      if (document.visibilityState === 'visible') void this.refresh();
    };
    document.addEventListener('visibilitychange', look);
    this.stopLooking = () => document.removeEventListener('visibilitychange', look);
    this.timers = [
      setInterval(look, EVERY),
      setInterval(() => (this.now = Date.now() + this.ahead), 1000),
      setInterval(() => this.ping(), 20_000),
    ];
  }
  private stopLooking = (): void => undefined;

  stop(): void {
    this.closed = true;
    this.timers.forEach(clearInterval);
    this.stopLooking();
    this.socket?.close();
    // Whoever leaves finds a game that begins later among the others, and is not called to it.
    sessionStorage.removeItem(WAITING);
  }

  private ping(): void {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send('{"type":"ping"}');
  }

  private async connect(): Promise<void> {
    if (this.closed) return;
    const token = await bearer().catch(() => null);
    if (this.closed) return;
    if (!token) return this.lost();
    this.token = token;
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws';
    const socket = new WebSocket(`${scheme}://${location.host}/api/v1/lobby/live`);
    this.socket = socket;
    socket.onopen = () => {
      socket.send(JSON.stringify({ type: 'hello', token }));
      this.ping();
    };
    socket.onmessage = (message) => {
      const said = JSON.parse(String(message.data)) as SocketMessage;
      if (this.closed || said.type === 'error') return;
      this.tries = 0;
      this.live = true;
      if (said.type === 'pong') {
        this.ahead = said.now - Date.now();
        this.now = said.now;
      } else if (said.type === 'lobby') {
        this.hear(said);
        void this.refresh();
      }
    };
    socket.onclose = () => this.lost();
  }

  private lost(): void {
    this.live = false;
    if (this.closed) return;
    this.tries += 1;
    const wait = Math.min(8000, 300 * 2 ** Math.min(this.tries, 5));
    setTimeout(() => void this.connect(), wait);
  }

  private hear(mine: MyLobby): void {
    const known = new Set([...this.challenges.map(({ id }) => id), ...this.rematches.map(({ game }) => game)]);
    const before = this.mine;
    this.mine = mine;
    this.watch(mine.seeks);
    const news = [...this.challenges.map(({ id }) => id), ...this.rematches.map(({ game }) => game)];
    if (before && news.some((id) => !known.has(id))) announce(t('lobby.news'));
  }

  /** Waits for seeks, and goes to the game of one that was taken. */
  private watch(seeks: Seek[]): void {
    for (const { id } of seeks) this.watched.add(id);
    const taken = gameOf(this.watched, this.mine?.paired ?? []);
    for (const { seek } of this.mine?.paired ?? []) this.watched.delete(seek);
    sessionStorage.setItem(WAITING, JSON.stringify([...this.watched]));
    if (taken && !this.closed) this.enter(taken.game);
  }

  /** Reads the seeks of others; and what concerns the player, where the socket does not tell. */
  private async refresh(): Promise<void> {
    // Somebody else has signed in.
    if (this.token && identity.token && this.token !== identity.token) this.socket?.close();
    const number = ++this.asked;
    const filter = this.wanted ? `?variant=${encodeURIComponent(this.wanted)}` : '';
    try {
      const [{ seeks }, mine] = await Promise.all([
        ask<SeekList>('GET', `/lobby/seeks${filter}`),
        this.live ? null : ask<MyLobby>('GET', '/lobby/mine'),
      ]);
      // A later answer may have overtaken this one.
      if (this.closed || number !== this.asked) return;
      this.open = seeks;
      if (mine && !this.live) this.hear(mine);
      this.loaded = true;
    } catch (error) {
      // Out of reach: the banner says so, and the next round asks again.
      if (!(error instanceof Failure)) throw error;
      if (!error.unreachable && !this.loaded) toast(reason(error));
    }
  }

  /** Does what the player asks for, one thing at a time; says whether it was done. */
  private async act(what: () => Promise<void>): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    try {
      await what();
      return true;
    } catch (error) {
      toast(refusal(error));
      return false;
    } finally {
      this.busy = false;
      if (!this.closed) void this.refresh();
    }
  }

  private placed(seek: Seek): void {
    const mine = this.mine ?? { seeks: [], paired: [], challenges: [], rematches: [] };
    const gone = mine.paired.some((paired) => paired.seek === seek.id);
    const known = gone || mine.seeks.some(({ id }) => id === seek.id);
    this.mine = known ? mine : { ...mine, seeks: [seek, ...mine.seeks] };
    this.watch([seek]);
  }

  create(seek: NewSeek): Promise<boolean> {
    return this.act(async () => this.placed(await ask<Seek>('POST', '/lobby/seeks', seek)));
  }

  pair(seek: NewSeek): Promise<boolean> {
    return this.act(async () => {
      const pairing = await ask<Pairing>('POST', '/lobby/pair', seek);
      if ('paired' in pairing) return this.enter(pairing.paired.game.id);
      this.quick = pairing.waiting.id;
      sessionStorage.setItem(QUICK, pairing.waiting.id);
      this.placed(pairing.waiting);
      announce(t('lobby.looking'));
    });
  }

  take(seek: Seek): Promise<boolean> {
    return this.act(async () => {
      const table = await ask<TableView>('POST', `/lobby/seeks/${seek.id}/take`);
      this.enter(table.game.id);
    });
  }

  /** Withdraws a seek, or declines a challenge. */
  drop(seek: Seek): Promise<boolean> {
    return this.act(async () => {
      await ask('DELETE', `/lobby/seeks/${seek.id}`);
      const others = (seeks: Seek[]): Seek[] => seeks.filter(({ id }) => id !== seek.id);
      const { mine } = this;
      if (mine) this.mine = { ...mine, seeks: others(mine.seeks), challenges: others(mine.challenges) };
      announce(t(seek.player.id === identity.player?.id ? 'lobby.withdrawn' : 'lobby.declined'));
    });
  }

  /** Accepts a rematch: with the last answer the game begins. */
  rematch(game: string): Promise<boolean> {
    return this.act(async () => this.enter((await ask<TableView>('POST', `/games/${game}/rematch`)).game.id));
  }

  decline(game: string): Promise<boolean> {
    return this.act(async () => {
      await ask('DELETE', `/games/${game}/rematch`);
      const { mine } = this;
      if (mine) this.mine = { ...mine, rematches: mine.rematches.filter((offer) => offer.game !== game) };
      announce(t('lobby.declined'));
    });
  }
}
