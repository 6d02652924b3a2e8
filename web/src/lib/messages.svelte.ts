/** Texts in English and Dutch, from message files. */
import en from '../messages/en.json';
import nl from '../messages/nl.json';

export type Language = 'en' | 'nl';
export type Key = keyof typeof en;
type Values = Record<string, string | number>;

const files: Record<Language, Record<string, string>> = { en, nl };
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

function fill(text: string, values: Values): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}

/** A text with its values put in. `{n}` chooses between `key` and `key_one`. */
export function t(key: Key, values: Values = {}): string {
  const file = files[chosen.language];
  const one = values.n === 1 ? file[`${key}_one`] : undefined;
  return fill(one ?? file[key] ?? en[key], values);
}

/** A text that may be missing: rules, premiums, reasons that the engine names by id. */
export function maybe(key: string, values: Values = {}): string | undefined {
  const text = files[chosen.language][key];
  return text === undefined ? undefined : fill(text, values);
}
