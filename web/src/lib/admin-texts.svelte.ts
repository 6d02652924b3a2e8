/** The texts of the admin page. They come with it: nobody else has to load them. */
import en from '../messages/admin/en.json';
import { language, textOf, type Language, type Texts, type Values } from './messages.svelte.ts';

export type AdminKey = keyof typeof en;

const sources: Record<Exclude<Language, 'en'>, () => Promise<{ default: Texts }>> = {
  nl: () => import('../messages/admin/nl.json'),
  de: () => import('../messages/admin/de.json'),
};
const files = $state<{ all: Partial<Record<Language, Texts>> }>({ all: { en } });

/** Fetches the texts of a language. Where they cannot be had, English stands in. */
export async function loadAdminTexts(wanted: Language): Promise<void> {
  if (wanted === 'en' || files.all[wanted]) return;
  const texts = await sources[wanted]().then(
    (file) => file.default,
    () => en,
  );
  files.all = { ...files.all, [wanted]: texts };
}

/** Whether the texts of the reader's language are here. */
export const adminTextsLoaded = (): boolean => files.all[language.current] !== undefined;

/** A text of the admin page that may be missing: what the server names by a code. */
export function maybeAt(key: string, values: Values = {}): string | undefined {
  return textOf(files.all[language.current] ?? en, key, values);
}

/** A text of the admin page. */
export function at(key: AdminKey, values: Values = {}): string {
  return maybeAt(key, values) ?? en[key];
}
