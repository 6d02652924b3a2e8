/** The shipped variants and their descriptions, asked for once. */
import { ask, askOpenly, Failure } from './api.ts';
import { BoardModel } from './board.ts';
import { engineCall } from './engine.ts';
import type { Answer, VariantSource, VariantSummary } from './protocol.ts';

type Described = Extract<Answer, { type: 'variant' }>;

/** Settings with all defaults filled in. In a file they may be left out, in an answer they never are. */
type Stated<T> = T extends unknown[] ? T : T extends object ? { [K in keyof T]-?: Stated<T[K]> } : T;

/** The rules of a variant: the engine states every one of them with every setting. */
export type StatedRules = Stated<Described['rules']>;

/** What the engine says about a variant. */
export type Details = Omit<Described, 'rules'> & { rules: StatedRules };

let list: Promise<VariantSummary[]> | null = null;
const known = new Map<string, Promise<BoardModel>>();

/** Asks the server for what it can cache, and the engine in the page where there is no server. */
async function openly<T>(path: string, otherwise: () => Promise<T>): Promise<T> {
  try {
    return await askOpenly<T>('GET', path);
  } catch (error) {
    if (!(error instanceof Failure) || !error.unreachable) throw error;
    return otherwise();
  }
}

export function variants(): Promise<VariantSummary[]> {
  list ??= openly<Extract<Answer, { type: 'variants' }>>('/variants', () =>
    engineCall('variants', { op: 'variants' }),
  ).then(
    (answer) => answer.variants,
    (error: unknown) => {
      list = null;
      throw error;
    },
  );
  return list;
}

/** Asks the engine about a variant, shipped or invented. */
export async function describe(variant: VariantSource): Promise<Details> {
  return (await engineCall('variant', { op: 'variant', variant })) as Details;
}

/** The board of a variant. */
export function board(source: VariantSource): Promise<BoardModel> {
  const key = JSON.stringify(source);
  let found = known.get(key);
  if (!found) {
    const details: Promise<Details> =
      'shipped' in source
        ? openly<Details>(`/variants/${encodeURIComponent(source.shipped)}`, () => describe(source))
        : describe(source);
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
