/** Times in the reader's language. */
import { language } from './messages.svelte.ts';

const STEPS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
];

/** How long ago something was: `2 hours ago`, `yesterday`. */
export function ago(at: number, now = Date.now()): string {
  const seconds = Math.round((at - now) / 1000);
  const format = new Intl.RelativeTimeFormat(language.current, { numeric: 'auto' });
  for (const [unit, size] of STEPS) {
    if (Math.abs(seconds) >= size) return format.format(Math.round(seconds / size), unit);
  }
  return format.format(0, 'second');
}

/** A day: `12 Nov 2026`. */
export function day(at: number): string {
  return new Date(at).toLocaleDateString(language.current, { day: 'numeric', month: 'short', year: 'numeric' });
}
