/** What a move would do, by what the seat sees: the same call for every kind of game. */
import { engineCall, inPage } from './engine.ts';
import type { Call, Preview, SeatView, UserMove, VariantSource, Words } from './protocol.ts';

const asked = (variant: VariantSource, words: Words, view: SeatView, move: UserMove): Call => ({
  op: 'preview_seen',
  variant,
  words,
  view,
  move,
});

/** Lets the engine in the page get ready for a game. */
export function prepare(variant: VariantSource, words: Words): void {
  inPage({ op: 'words', variant, words, query: { check: { words: [] } } });
}

/** Asks the engine, wherever it is. */
export function previewSeen(variant: VariantSource, words: Words, view: SeatView, move: UserMove): Promise<Preview> {
  return engineCall('preview', asked(variant, words, view, move));
}

/** Asks the engine in the page; `null` if it cannot say. */
export async function previewInPage(
  variant: VariantSource,
  words: Words,
  view: SeatView,
  move: UserMove,
): Promise<Preview | null> {
  const call = asked(variant, words, view, move);
  return inPage(call) ? engineCall('preview', call) : null;
}
