/** Short notices on the screen, and sentences for screen readers. */
import { untrack } from 'svelte';

const shown = $state<{ toast: string | null; said: string; urgent: string }>({ toast: null, said: '', urgent: '' });
let fading: ReturnType<typeof setTimeout> | undefined;
let saying: ReturnType<typeof setTimeout> | undefined;
/** What happened in the game and has not been said yet. */
let events: string[] = [];
/** What is said once things are quiet. */
let waiting: string | null = null;

export const notices = shown;

export function toast(text: string): void {
  shown.toast = text;
  clearTimeout(fading);
  fading = setTimeout(() => (shown.toast = null), 6000);
}

/** Another text each time: a sentence that is said again would not be heard otherwise. */
const again = (text: string, region: 'said' | 'urgent'): string =>
  text === untrack(() => shown[region]) ? `${text}\u00a0` : text;

function say(): void {
  const text = [...events, ...(waiting === null ? [] : [waiting])].join(' ');
  events = [];
  waiting = null;
  if (text) shown.said = again(text, 'said');
}

function soon(): void {
  clearTimeout(saying);
  saying = setTimeout(say, 400);
}

/** Says a sentence once things are quiet; a later one takes its place. */
export function announce(text: string, urgent = false): void {
  if (urgent) {
    shown.urgent = again(text, 'urgent');
    return;
  }
  waiting = text;
  soon();
}

/** Says a sentence at once. What waits is said after it. */
export function sayNow(text: string): void {
  shown.said = again(text, 'said');
  if (waiting !== null || events.length) soon();
}

/** Says what has happened in the game, before anything else: none of it is left out. */
export function tell(text: string): void {
  events.push(text);
  soon();
}
