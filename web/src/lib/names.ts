/** Names of players, short. */
import type { SeatInfo } from './protocol.ts';

/** What stands for a player in a small square: a letter, or the seat's number where letters would be the same. */
export function initial(seats: readonly SeatInfo[], seat: number): string {
  const first = (name: string): string => [...name.trim()][0]?.toLocaleUpperCase() ?? '';
  const own = first(seats[seat]?.name ?? '');
  const same = seats.some((other, index) => index !== seat && first(other.name) === own);
  return same || !own ? String(seat + 1) : own;
}
