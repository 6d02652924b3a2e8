/** Looking up words: which lists know them, what can stand before and behind them, what else their letters make. */
import type { BoardModel } from './board.ts';
import { Failure } from './api.ts';
import { engineCall } from './engine.ts';
import type { Turn } from './history.ts';
import type { Points, VariantSource, WordQuery, Words } from './protocol.ts';
import { variants } from './variants.ts';

/** A word that was played: the latest time. */
export interface PlayedWord {
  text: string;
  seat: number;
  place: string;
  points: Points;
  /** The cells of every time. */
  cells: number[];
}

/** The words of a game, the latest first, each once; those through a cell go first. */
export function playedWords(board: BoardModel, turns: readonly Turn[], cell: number | null): PlayedWord[] {
  const found = new Map<string, PlayedWord>();
  for (const turn of turns.filter((one) => one.kind === 'play' && !one.withdrawn).reverse())
    for (const word of turn.score?.words ?? []) {
      const cells = word.cells.map((label) => board.index(label));
      const known = found.get(word.text);
      if (known) known.cells.push(...cells);
      else {
        const place = board.placeOf(word.cells, word.axis);
        found.set(word.text, { text: word.text, seat: turn.seat, place, points: word.score, cells });
      }
    }
  const here = (word: PlayedWord): number => Number(cell !== null && word.cells.includes(cell));
  return [...found.values()].sort((one, two) => here(two) - here(one));
}

export interface Found {
  /** What each list says; `null` stands for a list that came with the game. */
  lists: { id: string | null; valid: boolean }[];
  /** Letters before and behind, words of the same letters, and of one more; `null` where that would be a hint. */
  more: { front: string[]; back: string[]; anagrams: string[]; longer: string[] } | null;
}

/** How many words of one more letter are shown. */
const MOST = 12;

/** Looks a word up in the list of the game and in all bundled ones that know its letters. */
export async function lookUp(board: BoardModel, words: Words | null, word: string, hints: boolean): Promise<Found> {
  const { source: variant } = board;
  const own = ownList(board, words);
  const bundled = (await variants()).flatMap((one) => (one.playable && one.lexicon ? [one.lexicon] : []));
  const ids = new Set([...(own && 'shipped' in own ? [own.shipped] : []), ...bundled]);
  const asked: [string | null, Words][] = [...ids].map((id) => [id, { shipped: id }]);
  if (own && 'list' in own) asked.unshift([null, own]);
  const lists = await Promise.all(
    asked.map(async ([id, list]) => {
      const answer = await query(variant, list, { check: { words: [word] } });
      return answer && 'verdicts' in answer ? [{ id, valid: answer.verdicts[0]?.valid ?? false }] : [];
    }),
  );
  return { lists: lists.flat(), more: own && hints ? await around(variant, own, word) : null };
}

/** The list that decides in a game, if it has one that can be asked. */
function ownList(board: BoardModel, words: Words | null): Exclude<Words, string> | null {
  if (words !== 'variant') return words === null || words === 'free' ? null : words;
  const { lexicon } = board.details.summary;
  return lexicon ? { shipped: lexicon } : null;
}

async function around(variant: VariantSource, words: Words, word: string): Promise<Found['more']> {
  const [hooks, same, longer] = await Promise.all([
    query(variant, words, { hooks: { word } }),
    query(variant, words, { anagrams: { letters: word, limit: MOST } }),
    query(variant, words, { anagrams: { letters: `${word}?`, limit: MOST } }),
  ]);
  if (!hooks || !('hooks' in hooks)) return null;
  const found = (answer: typeof same): string[] =>
    answer && 'found' in answer ? answer.found.words.filter((one) => one !== word) : [];
  return { ...hooks.hooks, anagrams: found(same), longer: found(longer) };
}

/** Asks a list; nothing if it is not here, or does not know the letters. */
async function query(variant: VariantSource, words: Words, asked: WordQuery) {
  try {
    return await engineCall('words', { op: 'words', variant, words, query: asked });
  } catch (error) {
    if (error instanceof Failure && ['words', 'bad_request'].includes(error.fault.code)) return null;
    throw error;
  }
}
