/** The rematch of a finished game, as one of its players sees it. */
import type { Rematch, SeatInfo } from './protocol.ts';

export type RematchState =
  /** Nobody has asked, or the offer has ended. */
  | { kind: 'none' }
  /** The player has asked, and these have not answered. */
  | { kind: 'asked'; names: string[] }
  /** These ask the player. */
  | { kind: 'offered'; names: string[] }
  /** This one does not want to. */
  | { kind: 'declined'; name: string }
  /** Everybody wants it: this is the game. */
  | { kind: 'made'; game: string };

export function rematchState(rematch: Rematch | null, seat: number, seats: SeatInfo[], now: number): RematchState {
  if (!rematch) return { kind: 'none' };
  if (rematch.game) return { kind: 'made', game: rematch.game };
  const name = (seat: number): string => seats[seat]?.name ?? '';
  const { declined } = rematch;
  if (declined !== null && declined !== undefined)
    return declined === seat ? { kind: 'none' } : { kind: 'declined', name: name(declined) };
  if (rematch.expires <= now) return { kind: 'none' };
  if (!rematch.seats.includes(seat)) return { kind: 'offered', names: rematch.seats.map(name) };
  const people = seats.flatMap((info, index) => (info.bot || info.open ? [] : [index]));
  return { kind: 'asked', names: people.filter((other) => !rematch.seats.includes(other)).map(name) };
}
