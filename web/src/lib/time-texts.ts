/** Time controls in the reader's language. */
import { t } from './messages.svelte.ts';
import { clockName, daysOf, liveOf, type Time } from './seeks.ts';

/** A time control, short: `10+5`, `3 days`, `No clock`. */
export function timeName(time: Time): string {
  const [live, days] = [liveOf(time), daysOf(time)];
  if (live) return clockName(live);
  return days === null ? t('time.none') : t('time.daysOf', { n: days });
}

/** What a time control means. */
export function timeText(time: Time): string {
  const [live, days] = [liveOf(time), daysOf(time)];
  if (live && live.increment) return t('time.liveText', { minutes: live.minutes, seconds: live.increment });
  if (live) return t('time.bankText', { minutes: live.minutes });
  return days === null ? t('time.noneText') : t('time.daysText', { n: days });
}
