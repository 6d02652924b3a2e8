/** The shipped variants and their descriptions, asked for once. */
import { ask, askOpenly } from './api.ts';
import { BoardModel } from './board.ts';
import { engineCall } from './engine.ts';
import type { Answer, VariantSource, VariantSummary } from './protocol.ts';

export type Details = Extract<Answer, { type: 'variant' }>;

let list: Promise<VariantSummary[]> | null = null;
const known = new Map<string, Promise<BoardModel>>();

export function variants(): Promise<VariantSummary[]> {
  list ??= askOpenly<Extract<Answer, { type: 'variants' }>>('GET', '/variants').then(
    (answer) => answer.variants,
    (error: unknown) => {
      list = null;
      throw error;
    },
  );
  return list;
}

/** Everything about a variant. */
export function board(source: VariantSource): Promise<BoardModel> {
  const key = JSON.stringify(source);
  let found = known.get(key);
  if (!found) {
    const details: Promise<Details> =
      'shipped' in source
        ? askOpenly<Details>('GET', `/variants/${encodeURIComponent(source.shipped)}`)
        : engineCall('variant', { op: 'variant', variant: source });
    found = details.then((answer) => new BoardModel(answer, source));
    known.set(key, found);
    found.catch(() => known.delete(key));
    if (known.size > 40) known.delete(known.keys().next().value ?? '');
  }
  return found;
}

/** The board of a game on the server, whose variant may be anybody's invention. */
export async function boardOfGame(id: string): Promise<BoardModel> {
  const [details, shipped] = await Promise.all([ask<Details>('GET', `/games/${id}/variant`), variants()]);
  const { id: variant, ruleset } = details.summary;
  const known = shipped.some((one) => one.id === variant && one.ruleset === ruleset);
  return new BoardModel(details, known ? { shipped: variant } : { toml: details.toml });
}
