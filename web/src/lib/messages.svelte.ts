/** Texts in every language of the page, from message files. English is always here, the others on demand. */
import en from '../messages/en.json';

/** The languages of the page, by their own names. */
export const LANGUAGES = { en: 'English', nl: 'Nederlands', de: 'Deutsch' } as const;
export type Language = keyof typeof LANGUAGES;
export type Key = keyof typeof en;
export type Values = Record<string, string | number>;
export type Texts = Record<string, string>;

const files: Partial<Record<Language, Texts>> & { en: Texts } = { en };
const sources: Record<Exclude<Language, 'en'>, () => Promise<{ default: Texts }>> = {
  nl: () => import('../messages/nl.json'),
  de: () => import('../messages/de.json'),
};
const chosen = $state<{ language: Language }>({ language: 'en' });

export const language = {
  get current(): Language {
    return chosen.language;
  },
  set current(value: Language) {
    chosen.language = value;
    document.documentElement.lang = value;
  },
};

/** Fetches the texts of a language. Where they cannot be had, English stands in. */
export async function loadLanguage(wanted: Language): Promise<void> {
  if (wanted === 'en' || files[wanted]) return;
  try {
    files[wanted] = (await sources[wanted]()).default;
  } catch {
    files[wanted] = en;
  }
}

const texts = (): Texts => files[chosen.language] ?? en;

function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** A text of a file with its values put in. `{n}` chooses between `key` and `key_one`. */
export function textOf(file: Texts, key: string, values: Values): string | undefined {
  const text = (values.n === 1 ? file[`${key}_one`] : undefined) ?? file[key];
  return text === undefined ? undefined : fill(text, values);
}

/** A text in the reader's language. */
export function t(key: Key, values: Values = {}): string {
  return textOf(texts(), key, values) ?? fill(en[key], values);
}

/** A text that may be missing: rules, premiums, reasons that the engine names by id. */
export function maybe(key: string, values: Values = {}): string | undefined {
  const text = texts()[key];
  return text === undefined ? undefined : fill(text, values);
}
