/** A game that several people play at this one device. It is kept in this browser. */
import { engineCall } from './engine.ts';
import { previewSeen } from './preview.ts';
import type {
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

  private constructor(
    readonly id: string,
    kept: Kept,
  ) {
    this.kept = kept;
  }

  /** Starts a game for these people. */
  static async start(
    variant: VariantSource,
    name: string,
    names: string[],
    words: Words = 'variant',
  ): Promise<LocalTable> {
    const { game, view } = await engineCall('game', {
      op: 'new',
      variant,
      players: names.length,
      seed: { secret: secret() },
      words,
      now: Date.now(),
      viewer: 'spectator',
    });
    const id = PREFIX + crypto.randomUUID().slice(0, 13);
    const seats = names.map((one) => ({ name: one, open: false }));
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
    return table;
  }

  static owns(id: string): boolean {
    return id.startsWith(PREFIX);
  }

  /** The games that are kept in this browser, the latest first. */
  static list(): { id: string; name: string; seats: SeatInfo[]; updated: number }[] {
    const found = [];
    for (let i = 0; i < localStorage.length; i++) {
      const id = localStorage.key(i) ?? '';
      if (!id.startsWith(PREFIX)) continue;
      const kept = JSON.parse(localStorage.getItem(id) ?? '{}') as Kept;
      found.push({ id, name: kept.name, seats: kept.seats, updated: kept.updated });
    }
    return found.sort((a, b) => b.updated - a.updated);
  }

  private store(): void {
    this.kept.updated = Date.now();
    localStorage.setItem(this.id, JSON.stringify(this.kept));
  }

  /**
   * Appends the events since the last look, and shows the game. Where several people share the device,
   * that is what a spectator sees, until the next of them asks for the tiles.
   */
  private async look(spectator: View): Promise<void> {
    const { game } = this.kept;
    const state = stateOf(spectator);
    const shared = this.seats.length > 1;
    const after = this.events.length;
    const [own, { events }] = await Promise.all([
      shared ? null : engineCall('view', { op: 'view', game, viewer: { seat: state?.to_move ?? 0 } }),
      engineCall('events', { op: 'events', game, viewer: 'spectator', after }),
    ]);
    this.events = [...this.events, ...events];
    this.view = own?.view ?? spectator;
  }

  /** Whether the tiles of the seat to move are not here yet. */
  get curtain(): boolean {
    return this.view !== null && 'spectator' in this.view && (stateOf(this.view)?.result ?? null) === null;
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
  get variantName(): string {
    return this.kept.name;
  }
  get seats(): SeatInfo[] {
    return this.kept.seats;
  }
  get seat(): number | null {
    return this.view && 'seat' in this.view ? this.view.seat.seat : null;
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
    const whole = { ...command, seat: this.seat } as Command;
    const revision = stateOf(this.view)?.revision ?? null;
    const { game, view } = await engineCall('game', {
      op: 'submit',
      game: this.game,
      submission: { command: whole, now: Date.now(), revision },
      viewer: 'spectator',
    });
    this.kept.game = game;
    this.store();
    await this.look(view);
  }

  async hints(): Promise<FoundMove[]> {
    if (this.seat === null) return [];
    return (await engineCall('moves', { op: 'moves', game: this.game, seat: this.seat, count: 20 })).moves;
  }

  close(): void {}
}
