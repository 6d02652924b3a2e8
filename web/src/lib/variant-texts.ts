/** Variants and languages in the reader's language. */
import { language, maybe } from './messages.svelte.ts';
import type { VariantSummary } from './protocol.ts';

/** What a variant is like, in a sentence. */
export function variantText(one: VariantSummary): string {
  return maybe(`variant.${one.id}`) ?? one.description;
}

/** The name of a language by its code: `Dutch` for `nl`. */
export function languageName(code: string | null | undefined): string {
  if (!code) return '';
  try {
    return new Intl.DisplayNames([language.current], { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}
