/** What a reader has chosen: colours, language, motion. Kept in this browser. */
import { language, LANGUAGES, loadLanguage, type Language } from './messages.svelte.ts';
import type { Theme } from './protocol.ts';

type Stored = {
  theme?: 'light' | 'dark';
  palette?: 'default' | 'safe';
  language?: Language;
  zoom?: boolean;
  motion?: 'system' | 'full' | 'less';
  haptics?: boolean;
  sound?: boolean;
};

function read(): Stored {
  try {
    return (JSON.parse(localStorage.getItem('settings') ?? '{}') as Stored | null) ?? {};
  } catch {
    return {};
  }
}

const dark = matchMedia('(prefers-color-scheme: dark)');
const calm = matchMedia('(prefers-reduced-motion: reduce)');
const stored = $state<Stored>(read());
const system = $state({ dark: dark.matches });

/** The reader's language, if the page has it. */
function preferred(): Language {
  const known = Object.keys(LANGUAGES) as Language[];
  for (const wanted of navigator.languages ?? [navigator.language]) {
    const found = known.find((one) => wanted.toLowerCase().split('-')[0] === one);
    if (found) return found;
  }
  return 'en';
}

function apply(): void {
  const root = document.documentElement;
  root.dataset.theme = settings.theme;
  root.dataset.palette = settings.palette;
  root.dataset.motion = still() ? 'less' : 'full';
}

/** Takes up the language as soon as its texts are here. */
async function speak(): Promise<void> {
  const wanted = settings.language;
  await loadLanguage(wanted);
  if (wanted === settings.language) language.current = wanted;
}

function change(part: Stored): void {
  Object.assign(stored, part);
  localStorage.setItem('settings', JSON.stringify(stored));
  apply();
  void speak();
}

export const settings = {
  get theme(): 'light' | 'dark' {
    return stored.theme ?? (system.dark ? 'dark' : 'light');
  },
  get chosenTheme(): 'light' | 'dark' | 'system' {
    return stored.theme ?? 'system';
  },
  get palette(): 'default' | 'safe' {
    return stored.palette ?? 'default';
  },
  get language(): Language {
    return stored.language && stored.language in LANGUAGES ? stored.language : preferred();
  },
  get motion(): 'system' | 'full' | 'less' {
    return stored.motion ?? 'system';
  },
  /** Whether the device may vibrate. */
  get haptics(): boolean {
    return stored.haptics ?? true;
  },
  /** Whether a turn may be heard. */
  get sound(): boolean {
    return stored.sound ?? false;
  },
  /** The theme's name in pictures of the server. */
  get picture(): Theme {
    return this.palette === 'safe' ? `${this.theme}_safe` : this.theme;
  },
  set: change,
  speak: (value: Language) => change({ language: value }),
};

dark.addEventListener('change', () => {
  system.dark = dark.matches;
  apply();
});
calm.addEventListener('change', apply);
apply();

/** The texts of the reader's language, before anything is shown. */
export const ready: Promise<void> = speak();

/** Whether moving pictures are unwanted. */
export function still(): boolean {
  const motion = stored.motion ?? 'system';
  return motion === 'system' ? calm.matches : motion === 'less';
}
