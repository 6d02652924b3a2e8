/** The turns of a game judged one by one: what was played, what was best, who was going to win. */
import { Failure } from './api.ts';
import { engineCall } from './engine.ts';
import type { MoveAnalysis, SavedGame, TurnAnalysis } from './protocol.ts';

/** How hard a turn is looked at. The seed is fixed, so the same game has the same analysis. */
export const DEPTHS = {
  quick: { rollouts: 240, nodes: 4_000 },
  thorough: { rollouts: 2_000, nodes: 50_000 },
} as const;
export type Depth = keyof typeof DEPTHS;

const MOVES = 12;

export class GameAnalysis {
  /** By depth and by the event of the turn. */
  private readonly known = $state<Record<string, TurnAnalysis>>({});
  depth = $state<Depth>('quick');
  /** How many turns of the whole game are done; `null` if it is not under way. */
  done = $state<number | null>(null);
  fault = $state<string | null>(null);
  private round = 0;

  constructor(readonly game: SavedGame) {}

  at(event: number): TurnAnalysis | undefined {
    return this.known[`${this.depth} ${event}`];
  }

  /** Judges one turn. */
  async look(event: number): Promise<void> {
    const key = `${this.depth} ${event}`;
    if (this.known[key]) return;
    try {
      const { turn } = await engineCall('analysis', {
        op: 'analyze',
        game: this.game,
        event,
        best: MOVES,
        seed: 1,
        ...DEPTHS[this.depth],
      });
      this.known[key] = turn;
      this.fault = null;
    } catch (error) {
      this.fault = error instanceof Failure ? error.message : String(error);
    }
  }

  /** Judges all turns, one call after another, until it is stopped. */
  async lookAtAll(events: readonly number[]): Promise<void> {
    const mine = ++this.round;
    this.done = 0;
    for (const event of events) {
      await this.look(event);
      if (mine !== this.round) return;
      if (this.fault) break;
      this.done += 1;
    }
    this.done = null;
  }

  stop(): void {
    this.round += 1;
    this.done = null;
  }
}

export type Order = 'win' | 'equity' | 'score';

/** What a move is worth by the best judge there was, in points. */
export const worth = (move: MoveAnalysis): number => move.judged?.equity ?? move.equity ?? 0;

/** The chance to win, in per cent; `null` if nobody knows. */
export const winOf = (move: MoveAnalysis): number | null => (move.judged?.win == null ? null : move.judged.win * 100);

/** The moves of a turn in an order that was asked for. */
export function sorted(turn: TurnAnalysis, order: Order): MoveAnalysis[] {
  const score = (move: MoveAnalysis): number => Number(move.score);
  const rank = { win: (move: MoveAnalysis) => winOf(move) ?? worth(move), equity: worth, score }[order];
  return [...turn.best].sort((one, two) => rank(two) - rank(one) || worth(two) - worth(one));
}

/** The chance of the first seat to win after a turn, in games of two. */
export function firstWins(turn: TurnAnalysis): number | null {
  const own = winOf(turn.played);
  if (own === null || turn.scores.length !== 2) return null;
  return turn.seat === 0 ? own : 100 - own;
}
