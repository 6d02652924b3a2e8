/** How a game ended, in words. */
import type { Turn } from './history.ts';
import { maybe, t } from './messages.svelte.ts';
import type { PlayState } from './play.svelte.ts';
import type { GameResult, Points } from './protocol.ts';
import { points } from './speech.ts';

const sum = (values: Points[]): number => values.reduce((total: number, value) => total + Number(value), 0);

/** The name of a seat, as this viewer says it. */
function nameOf(play: PlayState, seat: number): string {
  if (seat === play.table.seat && !play.table.local) return t('players.You');
  return play.table.seats[seat]?.name ?? '';
}

/** “You won by 124”, “Ben won by 12”, “A draw”; alone it is the score. */
export function headline(play: PlayState, result: GameResult): string {
  const { scores, winners } = result;
  if (scores.length === 1) return t('points', { n: points(scores[0]!) });
  if (winners.length !== 1) return t('result.draw');
  const seat = winners[0]!;
  const lead = Number(scores[seat]) - Math.max(...scores.filter((_, other) => other !== seat).map(Number));
  const own = seat === play.table.seat && !play.table.local;
  const values = { name: nameOf(play, seat), n: points(lead) };
  if (result.rule === 'resignation' || !Number.isFinite(lead) || lead <= 0)
    return own ? t('result.youWon') : t('result.won', values);
  return own ? t('result.youWonBy', values) : t('result.wonBy', values);
}

export interface ResultRow {
  seat: number;
  name: string;
  score: string;
  /** “458, and 1 for the others’ tiles”. */
  account: string;
  left: string[];
}

/** A line for each player, the best score first. */
export function rows(play: PlayState, result: GameResult): ResultRow[] {
  const order = result.scores
    .map((_, seat) => seat)
    .sort((a, b) => Number(result.scores[b]) - Number(result.scores[a]));
  return order.map((seat) => {
    const own = result.adjustments.filter((one) => one.seat === seat && Number(one.points) !== 0);
    const before = Number(result.scores[seat]) - sum(own.map((one) => one.points));
    const parts = own.map((one) => {
      const n = Number(one.points);
      const what = maybe(`adjusted.${one.reason}`) ?? one.reason;
      return t(n < 0 ? 'result.less' : 'result.more', { n: points(Math.abs(n)), what });
    });
    const account = parts.length && Number.isFinite(before) ? [points(before), ...parts].join(', ') : '';
    const score = points(result.scores[seat]!);
    return { seat, name: nameOf(play, seat), score, account, left: result.left[seat] ?? [] };
  });
}

/** The move with the most points. */
export function bestTurn(turns: readonly Turn[]): Turn | null {
  const plays = turns.filter((turn) => turn.kind === 'play' && !turn.withdrawn);
  return plays.reduce<Turn | null>(
    (best, turn) => (!best || Number(turn.points) > Number(best.points) ? turn : best),
    null,
  );
}
