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

export function stacksOf(board: BoardModel, cells: readonly PublicCell[]): Stacks {
  return new Map(cells.map((cell) => [board.index(cell.cell), cell.tiles]));
}

function lay(board: BoardModel, stacks: Stacks, placements: readonly PlacedTile[]): void {
  for (const placed of placements) {
    const cell = board.index(placed.cell);
    stacks.set(cell, [...(stacks.get(cell) ?? []), placed]);
  }
}

/** The turns of a game so far. Each event is read once: new ones are appended to what is there. */
export class History {
  private list: readonly Turn[] = [];
  private stacks: Stacks = new Map();
  /** How many events were read. */
  private read = 0;

  constructor(private readonly board: BoardModel) {}

  /** The turns after these events, of which those that were read before are the beginning. */
  turns(events: readonly VisibleEvent[]): readonly Turn[] {
    if (events.length > this.read) {
      const turns = [...this.list];
      for (const event of events.slice(this.read)) this.append(turns, event);
      this.list = turns;
      this.read = events.length;
    }
    return this.list;
  }

  private append(turns: Turn[], { fact, index }: VisibleEvent): void {
    const { board } = this;
    const before = this.stacks;
    const turn = (seat: number, kind: Turn['kind'], more: Partial<Turn> = {}): void => {
      const last = turns.at(-1);
      turns.push({
        number: last ? last.number + (last.kind === 'end' ? 0 : 1) : 1,
        seat,
        kind,
        placements: [],
        score: null,
        points: 0,
        withdrawn: false,
        count: 0,
        invalid: [],
        totals: null,
        event: index,
        ...more,
        before,
        after: this.stacks,
      });
    };
    switch (fact.type) {
      case 'set_up':
        this.stacks = new Map(before);
        lay(board, this.stacks, fact.placements);
        break;
      case 'played':
        this.stacks = new Map(before);
        // All tiles leave before one arrives: a group slides over its own cells.
        for (const { from } of fact.slides ?? []) this.stacks.delete(board.index(from));
        for (const { from, to } of fact.slides ?? []) {
          this.stacks.set(board.index(to), before.get(board.index(from)) ?? []);
        }
        lay(board, this.stacks, fact.placements);
        turn(fact.seat, 'play', { placements: fact.placements, score: fact.score, points: fact.score.total });
        break;
      case 'withdrawn': {
        const at = turns.findLastIndex((one) => one.kind === 'play' && one.seat === fact.seat);
        const last = turns[at];
        if (last) {
          turns[at] = { ...last, withdrawn: true };
          this.stacks = last.before;
        }
        break;
      }
      case 'swapped':
        turn(fact.seat, 'swap', { count: fact.count });
        break;
      case 'passed':
        turn(fact.seat, 'pass');
        break;
      case 'challenged':
        turn(fact.by, 'challenge', { invalid: fact.invalid });
        break;
      case 'turn_lost':
        turn(fact.seat, 'lost');
        break;
      case 'resigned':
        turn(fact.seat, 'resign');
        break;
      case 'ended':
        turn(-1, 'end');
        break;
      default:
    }
  }
}

/** The turns of a whole game. */
export function turnsOf(board: BoardModel, events: readonly VisibleEvent[]): readonly Turn[] {
  return new History(board).turns(events);
}

/** How many turns were taken: the end of the game is none. Every page counts them so. */
export function turnCount(turns: readonly Turn[]): number {
  return turns.filter((turn) => turn.kind !== 'end').length;
}

/** The word that a play is remembered by. */
export function wordOf(turn: Turn): string {
  const words = turn.score?.words ?? [];
  return (words.find((word) => word.main) ?? words[0])?.text ?? '';
}

/** Where that word lies, in the notation of the board. */
export function placeOf(board: BoardModel, turn: Turn): string {
  const words = turn.score?.words ?? [];
  const word = words.find((one) => one.main) ?? words[0];
  return word ? board.placeOf(word.cells, word.axis) : '';
}
