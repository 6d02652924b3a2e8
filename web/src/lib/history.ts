/** What happened, turn by turn, read from the events; the board after each of them. */
import type { BoardModel } from './board.ts';
import type { PlacedTile, Points, PublicCell, ScoreBreakdown, VisibleEvent } from './protocol.ts';

/** Tiles by cell, lowest first. */
export type Stacks = Map<number, PlacedTile[]>;

export interface Turn {
  number: number;
  seat: number;
  kind: 'play' | 'swap' | 'pass' | 'challenge' | 'resign' | 'end' | 'lost';
  /** The tiles and the account of a play. */
  placements: PlacedTile[];
  score: ScoreBreakdown | null;
  points: Points;
  /** Whether the play was taken back after a challenge. */
  withdrawn: boolean;
  count: number;
  invalid: string[];
  before: Stacks;
  after: Stacks;
  /** The scores of all seats after it. */
  totals: bigint[] | null;
  event: number;
}

const copy = (stacks: Stacks): Stacks => new Map([...stacks].map(([cell, tiles]) => [cell, [...tiles]]));

export function stacksOf(board: BoardModel, cells: readonly PublicCell[]): Stacks {
  return new Map(cells.map((cell) => [board.index(cell.cell), cell.tiles]));
}

function lay(board: BoardModel, stacks: Stacks, placements: readonly PlacedTile[]): void {
  for (const placed of placements) {
    const cell = board.index(placed.cell);
    stacks.set(cell, [...(stacks.get(cell) ?? []), placed]);
  }
}

/** The turns of a game, and the board at its start. */
export function turnsOf(board: BoardModel, events: readonly VisibleEvent[]): Turn[] {
  const turns: Turn[] = [];
  let stacks: Stacks = new Map();
  const turn = (seat: number, kind: Turn['kind'], event: number, more: Partial<Turn> = {}): void => {
    const before = more.before ?? stacks;
    turns.push({
      number: turns.filter((one) => one.kind !== 'end').length + 1,
      seat,
      kind,
      placements: [],
      score: null,
      points: 0,
      withdrawn: false,
      count: 0,
      invalid: [],
      totals: null,
      event,
      ...more,
      before,
      after: stacks,
    });
  };
  for (const { fact, index } of events) {
    switch (fact.type) {
      case 'set_up':
        stacks = copy(stacks);
        lay(board, stacks, fact.placements);
        break;
      case 'played': {
        const before = stacks;
        stacks = copy(stacks);
        // All tiles leave before one arrives: a group slides over its own cells.
        for (const { from } of fact.slides ?? []) stacks.delete(board.index(from));
        for (const { from, to } of fact.slides ?? []) stacks.set(board.index(to), before.get(board.index(from)) ?? []);
        lay(board, stacks, fact.placements);
        turn(fact.seat, 'play', index, {
          placements: fact.placements,
          score: fact.score,
          points: fact.score.total,
          before,
        });
        break;
      }
      case 'withdrawn': {
        const last = turns.findLast((one) => one.kind === 'play' && one.seat === fact.seat);
        if (last) {
          last.withdrawn = true;
          stacks = last.before;
        }
        break;
      }
      case 'swapped':
        turn(fact.seat, 'swap', index, { count: fact.count });
        break;
      case 'passed':
        turn(fact.seat, 'pass', index);
        break;
      case 'challenged':
        turn(fact.by, 'challenge', index, { invalid: fact.invalid });
        break;
      case 'turn_lost':
        turn(fact.seat, 'lost', index);
        break;
      case 'resigned':
        turn(fact.seat, 'resign', index);
        break;
      case 'ended':
        turn(-1, 'end', index);
        break;
      default:
    }
  }
  return turns;
}

/** The word that a play is remembered by. */
export function wordOf(turn: Turn): string {
  const words = turn.score?.words ?? [];
  return (words.find((word) => word.main) ?? words[0])?.text ?? '';
}

/** Where that word begins, as people say it. */
export function placeOf(board: BoardModel, turn: Turn): string {
  const words = turn.score?.words ?? [];
  const word = words.find((one) => one.main) ?? words[0];
  const cell = word?.cells[0];
  return cell === undefined ? '' : board.name(cell).replace(/ on layer (\d+)$/, '·$1');
}
