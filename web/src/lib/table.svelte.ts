/** A game at which one can play, wherever it is kept. */
import type {
  FoundMove,
  PlayerCommand,
  Preview,
  PublicState,
  SeatInfo,
  TileCount,
  UserMove,
  VariantSource,
  View,
  VisibleEvent,
  Words,
} from './protocol.ts';

export type Connection = 'live' | 'lost' | 'none';

/** What every game offers. Fields are reactive. */
export interface Table {
  readonly id: string;
  /** Whether the game is kept in this browser alone. */
  readonly local: boolean;
  readonly variant: VariantSource;
  readonly variantName: string;
  /** The words of the game; `null` if its list is not known here. */
  readonly words: Words | null;
  readonly seats: SeatInfo[];
  readonly view: View | null;
  readonly events: VisibleEvent[];
  /** The seat whose tiles are to be seen; `null` for spectators. */
  readonly seat: number | null;
  readonly hintsAllowed: boolean;
  readonly connection: Connection;
  /** Whether the device changes hands: the tiles of the next seat are not here yet. */
  readonly curtain: boolean;
  /** Codes of seats that are still free, as far as this browser knows them. */
  readonly invites: { seat: number; code: string }[];
  /** The time of the game's clock. */
  now(): number;
  preview(move: UserMove): Promise<Preview>;
  send(command: PlayerCommand): Promise<void>;
  hints(): Promise<FoundMove[]>;
  /** The next player has the device: brings the tiles. */
  reveal(): Promise<void>;
  close(): void;
}

export function stateOf(view: View | null): PublicState | null {
  if (!view) return null;
  return 'seat' in view ? view.seat.game : view.spectator.game;
}

export function rackOf(view: View | null): string[] {
  return view && 'seat' in view ? view.seat.rack : [];
}

export function unseenOf(view: View | null): TileCount[] {
  if (!view) return [];
  return 'seat' in view ? view.seat.unseen : view.spectator.unseen;
}
