/** Seeks of the lobby, without the page: what they ask for, and which are still open. */
import type { NewSeek, PairedSeek, Seek, TimeControl, VariantSummary } from './protocol.ts';

type Live = Extract<TimeControl, { live: unknown }>['live'];
export type TimeKind = 'live' | 'days' | 'none';
/** A time control; `null` is the variant's own, which for most is none. */
export type Time = TimeControl | null;

const live = (minutes: number, increment: number): TimeControl => ({ live: { minutes, increment } });

/** The live clocks that can be chosen by one press, and the days for a move. */
export const CLOCKS: readonly TimeControl[] = [live(3, 2), live(5, 3), live(10, 5), live(25, 10)];
export const DAYS: readonly TimeControl[] = [{ days: 1 }, { days: 3 }, { days: 7 }];
/** What quick pairing has: the same few for everybody, so that people find each other. */
export const QUICK: readonly TimeControl[] = [live(3, 2), live(10, 5), live(25, 10), ...DAYS];

export const liveOf = (time: Time): Live | null => (time && 'live' in time ? time.live : null);
export const daysOf = (time: Time): number | null => (time && 'days' in time ? time.days : null);
export const kindOf = (time: Time): TimeKind => (liveOf(time) ? 'live' : daysOf(time) ? 'days' : 'none');

export function sameTime(one: Time, two: Time): boolean {
  const [a, b] = [liveOf(one), liveOf(two)];
  if (a && b) return a.minutes === b.minutes && (a.increment ?? 0) === (b.increment ?? 0);
  return !a && !b && daysOf(one) === daysOf(two);
}

/** A live clock as players write it: `10+5`. */
export const clockName = ({ minutes, increment }: Live): string => `${minutes}+${increment ?? 0}`;

/** What the form for a seek holds. */
export interface SeekForm {
  variant: string;
  time: Time;
  rated: boolean;
  hints: boolean;
  least: number | null;
  most: number | null;
}

/** What is wrong with a range of ratings, if something is. */
export function rangeFault({ least, most }: Pick<SeekForm, 'least' | 'most'>): boolean {
  return least !== null && most !== null && least > most;
}

/** The seek that a form asks for. A rated game has no hints, and a guest plays no rated games. */
export function seekOf(form: SeekForm, account: boolean): NewSeek {
  const rated = form.rated && account;
  const rating: NewSeek['rating'] = {};
  if (form.least !== null) rating.least = form.least;
  if (form.most !== null) rating.most = form.most;
  return {
    variant: form.variant,
    rated,
    hints: form.hints && !rated,
    rating,
    ...(form.time ? { time: form.time } : {}),
  };
}

/** Whether a variant can be sought: for two, with a word list that the server has. */
export const seekable = ({ playable, players }: VariantSummary): boolean =>
  playable && players[0] <= 2 && players[1] >= 2;

/** Those that have not ended by themselves. */
export const stillOpen = (seeks: readonly Seek[], now: number): Seek[] => seeks.filter((seek) => seek.expires > now);

/** A range of ratings, if it is one: `1450–1750`, `≥ 1450`, `≤ 1750`. */
export function rangeName({ least, most }: Seek['rating']): string | null {
  const [from, to] = [least ?? null, most ?? null];
  if (from !== null && to !== null) return `${from}–${to}`;
  return from !== null ? `≥ ${from}` : to !== null ? `≤ ${to}` : null;
}

/** How long a seek has been open: `0:42`, `1:05:09`. */
export function waited(since: number, now: number): string {
  const seconds = Math.max(0, Math.floor((now - since) / 1000));
  const two = (value: number): string => String(value % 60).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes}:${two(seconds)}` : `${Math.floor(minutes / 60)}:${two(minutes)}:${two(seconds)}`;
}

/** The game of a seek that was waited for, the latest first. */
export function gameOf(watched: ReadonlySet<string>, paired: readonly PairedSeek[]): PairedSeek | null {
  const taken = paired.filter(({ seek }) => watched.has(seek));
  return taken.reduce<PairedSeek | null>((last, one) => (last && last.at >= one.at ? last : one), null);
}
