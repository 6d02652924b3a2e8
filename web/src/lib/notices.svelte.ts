/** Short notices on the screen, and sentences for screen readers. */
const shown = $state<{ toast: string | null; said: string; urgent: string }>({ toast: null, said: '', urgent: '' });
let fading: ReturnType<typeof setTimeout> | undefined;
let saying: ReturnType<typeof setTimeout> | undefined;

export const notices = shown;

export function toast(text: string): void {
  shown.toast = text;
  clearTimeout(fading);
  fading = setTimeout(() => (shown.toast = null), 6000);
}

/** Says a sentence once things are quiet. */
export function announce(text: string, urgent = false): void {
  if (urgent) {
    shown.urgent = text;
    return;
  }
  clearTimeout(saying);
  saying = setTimeout(() => (shown.said = text), 400);
}
