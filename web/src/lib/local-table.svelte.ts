/** A game at this one device, with people or against a bot. It is kept in this browser. */
import { reason } from './api.ts';
import { engineCall } from './engine.ts';
import { toast } from './notices.svelte.ts';
import { previewSeen } from './preview.ts';
import type {
  BotLevel,
  Command,
  FoundMove,
  PlayerCommand,
  Preview,
  SavedGame,
  SeatInfo,
  UserMove,
  VariantSource,
  View,
  VisibleEvent,
  Words,
} from './protocol.ts';
import { stateOf, type Connection, type Table } from './table.svelte.ts';

interface Kept {
  name: string;
  seats: SeatInfo[];
  game: SavedGame;
  updated: number;
  /** Whether it has ended. */
  over?: boolean;
}

/** A game in the list of those that this browser keeps. */
export interface KeptGame {
  id: string;
  name: string;
  /** The id of its variant, if it is a shipped one. */
  variant: string | null;
  seats: SeatInfo[];
  updated: number;
  over: boolean;
}

const PREFIX = 'local-';

function secret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

export class LocalTable implements Table {
  readonly local = true;
  readonly connection: Connection = 'live';
  readonly invites: { seat: number; code: string }[] = [];
  readonly hintsAllowed = true;
  view = $state.raw<View | null>(null);
  events = $state.raw<VisibleEvent[]>([]);
  private kept: Kept;
  private thinking = false;
  private closed = false;

  private constructor(
    readonly id: string,
    kept: Kept,
  ) {
    this.kept = kept;
  }

  /** Starts a game for these people and bots. */
  static async start(
    variant: VariantSource,
    name: string,
    players: (string | { name: string; bot: BotLevel })[],
    words: Words = 'variant',
  ): Promise<LocalTable> {
    const { game, view } = await engineCall('game', {
      op: 'new',
      variant,
      players: players.length,
      seed: { secret: secret() },
      words,
      now: Date.now(),
      viewer: 'spectator',
    });
    const id = PREFIX + crypto.randomUUID().slice(0, 13);
    const seats = players.map((one): SeatInfo => ({ ...(typeof one === 'string' ? { name: one } : one), open: false }));
    const table = new LocalTable(id, { name, seats, game, updated: Date.now() });
    await table.look(view);
    table.store();
    return table;
  }

  static async open(id: string): Promise<LocalTable | null> {
    const text = localStorage.getItem(id);
    if (!text) return null;
    const table = new LocalTable(id, JSON.parse(text) as Kept);
    const { view } = await engineCall('view', { op: 'view', game: table.game, viewer: 'spectator' });
    await table.look(view);
    void table.letBotsPlay();
    return table;
  }

  static owns(id: string): boolean {
    return id.startsWith(PREFIX);
  }

  /** The games that are kept in this browser, the latest first. */
  static list(): KeptGame[] {
    const found: KeptGame[] = [];
    for (let i = 0; i < localStorage.length; i++) {
      const id = localStorage.key(i) ?? '';
      if (!id.startsWith(PREFIX)) continue;
      try {
        const { name, seats, game, updated, over } = JSON.parse(localStorage.getItem(id) ?? '') as Kept;
        const variant = 'shipped' in game.variant ? game.variant.shipped : null;
        found.push({ id, name, variant, seats, updated, over: over ?? false });
      } catch {
        // Not one of this version's games: it cannot be opened either.
      }
    }
    return found.sort((a, b) => b.updated - a.updated);
  }

  private store(): void {
    this.kept.updated = Date.now();
    this.kept.over = stateOf(this.view)?.result != null;
    localStorage.setItem(this.id, JSON.stringify(this.kept));
  }

  /**
   * Appends the events since the last look, and shows the game. Where several people share the device,
   * that is what a spectator sees, until the next of them asks for the tiles.
   */
  private async look(spectator: View): Promise<void> {
    const { game } = this.kept;
    const seat = this.own;
    const after = this.events.length;
    const [own, { events }] = await Promise.all([
      seat === null ? null : engineCall('view', { op: 'view', game, viewer: { seat } }),
      engineCall('events', { op: 'events', game, viewer: 'spectator', after }),
    ]);
    this.events = [...this.events, ...events];
    this.view = own?.view ?? spectator;
  }

  /** Whether the tiles of the seat to move are not here yet. */
  get curtain(): boolean {
    const state = stateOf(this.view);
    if (!state || state.result || this.seat !== null) return false;
    return !this.seats[state.to_move]?.bot;
  }

  async reveal(): Promise<void> {
    const seat = stateOf(this.view)?.to_move ?? 0;
    this.view = (await engineCall('view', { op: 'view', game: this.game, viewer: { seat } })).view;
  }

  get game(): SavedGame {
    return this.kept.game;
  }
  get variant(): VariantSource {
    return this.kept.game.variant;
  }
  get words(): Words {
    return this.game.words ?? 'variant';
  }
  get variantName(): string {
    return this.kept.name;
  }
  get seats(): SeatInfo[] {
    return this.kept.seats;
  }
  get seat(): number | null {
    return this.view && 'seat' in this.view ? this.view.seat.seat : null;
  }

  /** The one seat of a person: its tiles are always here. */
  private get own(): number | null {
    const people = this.kept.seats.flatMap(({ bot }, seat) => (bot ? [] : [seat]));
    return people.length === 1 ? people[0]! : null;
  }

  now(): number {
    return Date.now();
  }

  async preview(move: UserMove): Promise<Preview> {
    const { variant, words } = this.game;
    if (!this.view || !('seat' in this.view)) throw new Error('no seat');
    return previewSeen(variant, words ?? 'variant', this.view.seat, move);
  }

  async send(command: PlayerCommand): Promise<void> {
    if (this.seat === null) throw new Error('no seat');
    await this.submit({ ...command, seat: this.seat } as Command);
    void this.letBotsPlay();
  }

  private async submit(command: Command): Promise<void> {
    const revision = stateOf(this.view)?.revision ?? null;
    const { game, view } = await engineCall('game', {
      op: 'submit',
      game: this.game,
      submission: { command, now: Date.now(), revision },
      viewer: 'spectator',
    });
    this.kept.game = game;
    await this.look(view);
    this.store();
  }

  /** The bots move until a person is to move, or the game has ended. */
  async letBotsPlay(): Promise<void> {
    if (this.thinking) return;
    this.thinking = true;
    try {
      for (;;) {
        const state = stateOf(this.view);
        const level = state && !state.result ? this.seats[state.to_move]?.bot : undefined;
        if (!state || !level || this.closed) return;
        const seed = crypto.getRandomValues(new Uint32Array(1))[0]!;
        const { command } = await engineCall('best', {
          op: 'best',
          game: this.game,
          seat: state.to_move,
          level,
          seed,
        });
        if (this.closed) return;
        await this.submit(command);
      }
    } catch (error) {
      toast(reason(error));
    } finally {
      this.thinking = false;
    }
  }

  async hints(): Promise<FoundMove[]> {
    if (this.seat === null) return [];
    return (await engineCall('moves', { op: 'moves', game: this.game, seat: this.seat, count: 20 })).moves;
  }

  close(): void {
    this.closed = true;
  }
}
