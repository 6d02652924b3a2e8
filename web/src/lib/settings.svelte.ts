/** What a reader has chosen: colours, language. Kept in this browser. */
import { language, type Language } from './messages.svelte.ts';
import type { Theme } from './protocol.ts';

type Stored = { theme?: 'light' | 'dark'; palette?: 'default' | 'safe'; language?: Language; zoom?: boolean };

function read(): Stored {
  try {
    return JSON.parse(localStorage.getItem('settings') ?? '{}') as Stored;
  } catch {
    return {};
  }
}

const dark = matchMedia('(prefers-color-scheme: dark)');
const stored = $state<Stored>(read());
const system = $state({ dark: dark.matches });

function apply(): void {
  const root = document.documentElement;
  root.dataset.theme = settings.theme;
  root.dataset.palette = settings.palette;
  language.current = settings.language;
}

function change(part: Stored): void {
  Object.assign(stored, part);
  localStorage.setItem('settings', JSON.stringify(stored));
  apply();
}

export const settings = {
  get theme(): 'light' | 'dark' {
    return stored.theme ?? (system.dark ? 'dark' : 'light');
  },
  get palette(): 'default' | 'safe' {
    return stored.palette ?? 'default';
  },
  get language(): Language {
    return stored.language ?? (navigator.language.startsWith('nl') ? 'nl' : 'en');
  },
  /** The theme's name in pictures of the server. */
  get picture(): Theme {
    return this.palette === 'safe' ? `${this.theme}_safe` : this.theme;
  },
  toggleTheme: () => change({ theme: settings.theme === 'dark' ? 'light' : 'dark' }),
  togglePalette: () => change({ palette: settings.palette === 'safe' ? 'default' : 'safe' }),
  speak: (value: Language) => change({ language: value }),
};

dark.addEventListener('change', () => {
  system.dark = dark.matches;
  apply();
});
apply();

/** Whether moving pictures are unwanted. */
export const still = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;
