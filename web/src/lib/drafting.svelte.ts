/** A move in the making at a table: the draft, what it would do, and how it came about. */
import { Failure } from './api.ts';
import type { BoardModel } from './board.ts';
import {
  arrange,
  asMove,
  emptyDraft,
  fromMove,
  isOut,
  looseAt,
  moveSlot,
  put,
  recall,
  recallAll,
  shuffle,
  sort,
  turn as turnTile,
  type Draft,
} from './draft.ts';
import { History, stacksOf, type Stacks, type Turn } from './history.ts';
import { t } from './messages.svelte.ts';
import { announce, sayNow, toast } from './notices.svelte.ts';
import type { FoundMove, Preview, PublicState, UserMove } from './protocol.ts';
import { emptySlide, slideMove, slides, type Slide } from './slide.ts';
import { apart, describePlaced, describePreview } from './speech.ts';
import { stateOf, type Table } from './table.svelte.ts';

export interface Cursor {
  cell: number;
  axis: number;
}

export class Drafting {
  draft = $state.raw<Draft>(emptyDraft());
  cursor = $state.raw<Cursor>({ cell: 0, axis: 0 });
  cursorShown = $state(false);
  /** Whether the player has chosen the cursor's cell: tiles that are tapped go there. */
  aimed = $state(false);
  /** A tile of the rack that was tapped and waits for its cell, or -1. */
  picked = $state(-1);
  layer = $state(0);
  preview = $state.raw<Preview | null>(null);
  waiting = $state(false);
  /** A blank that waits for its letter. */
  asking = $state.raw<{ slot: number; cell: number; advance: boolean } | null>(null);
  /** A group of tiles on the board that is to slide; `null` if none is being chosen. */
  slide = $state.raw<Slide | null>(null);
  premove = $state(false);
  /** Whether the move is to be sent once the server is back. */
  later = $state(false);
  ghosts = $state.raw<FoundMove | null>(null);
  found = $state.raw<FoundMove[] | null>(null);
  /** Where the tile in the hand would go. */
  hover = $state.raw<{ slot: number; cell: number } | null>(null);
  /** The number of turns that are shown while one looks back; `null` for the board as it is. */
  back = $state<number | null>(null);

  protected undone = $state.raw<Draft[]>([]);
  private asked = 0;
  private running = false;
  private wanted: UserMove | null = null;
  /** What was announced by the last preview, for the tests of equality. */
  lastPreview: string | null = null;

  readonly state: PublicState | null = $derived.by(() => stateOf(this.table.view));
  readonly stacks: Stacks = $derived.by(() => stacksOf(this.board, this.state?.board ?? []));
  private readonly history: History;
  readonly turns: readonly Turn[] = $derived.by(() => this.history.turns(this.table.events));
  readonly over: boolean = $derived.by(() => (this.state?.result ?? null) !== null);
  readonly myTurn: boolean = $derived.by(
    () => !this.over && this.table.seat !== null && this.state?.to_move === this.table.seat,
  );
  /** The turn that is looked back at. */
  readonly seen: Turn | null = $derived.by(() => (this.back === null ? null : (this.turns[this.back - 1] ?? null)));
  readonly lastCells: ReadonlySet<number> = $derived.by(() => {
    const until = this.back ?? this.turns.length;
    const last = this.turns.slice(0, until).findLast((turn) => turn.kind === 'play' && !turn.withdrawn);
    return new Set((last?.placements ?? []).map((placed) => this.board.index(placed.cell)));
  });
  readonly used: ReadonlySet<number> = $derived.by(
    () => new Set((this.state?.used_premiums ?? []).map((label) => this.board.index(label))),
  );

  /** The board as it would be, or as it was: a group that slides is at its new place. */
  readonly shown: Stacks = $derived.by(() => {
    if (this.back !== null) return this.seen?.after ?? new Map();
    if (!this.slide || !this.hasMove) return this.stacks;
    const rest = new Map(this.stacks);
    for (const cell of this.slide.cells) rest.delete(cell);
    return rest;
  });

  /** Whether there is nothing to judge yet: one loose tile that forms no word. */
  readonly neutral: boolean = $derived.by(() => {
    const [only, ...others] = this.draft.loose;
    if (this.slide || !only || others.length || this.preview?.legal) return false;
    return this.board.axes.every((_, axis) =>
      [1, -1].every((way) => !this.stacks.has(this.board.step(only.cell, axis, way as 1 | -1))),
    );
  });

  constructor(
    readonly table: Table,
    readonly board: BoardModel,
  ) {
    this.history = new History(board);
    this.cursor = { cell: board.home, axis: board.nextAxis(board.home, board.axes.length - 1) };
    this.layer = board.cell(board.home)?.layer ?? 0;
  }

  move(): UserMove {
    if (this.slide) return slideMove(this.board, this.slide);
    return asMove(this.draft, (cell) => this.board.cell(cell).label);
  }

  /** Changes the draft so that it can be undone. */
  change(next: Draft): void {
    if (next === this.draft) return;
    this.undone = [...this.undone.slice(-100), this.draft];
    this.draft = next;
    this.premove = false;
    this.later = false;
    this.picked = -1;
    this.back = null;
    this.ghosts = null;
    this.look();
  }

  undo(): void {
    const before = this.undone.at(-1);
    if (!before) return;
    this.undone = this.undone.slice(0, -1);
    this.draft = before;
    this.look();
  }

  get canUndo(): boolean {
    return this.undone.length > 0;
  }

  /** Asks what the move would do; the latest question wins. */
  look(): void {
    let draft = this.draft;
    if (this.slide) {
      this.wanted = this.hasMove ? slideMove(this.board, this.slide) : null;
      if (!this.wanted) this.preview = null;
      else if (!this.running) void this.ask();
      return;
    }
    if (this.hover) draft = put(draft, this.hover.slot, this.hover.cell, this.blankGuess(this.hover.slot));
    if (!draft.loose.length) {
      this.asked += 1;
      this.preview = null;
      this.wanted = null;
      this.waiting = false;
      return;
    }
    this.wanted = asMove(draft, (cell) => this.board.cell(cell).label);
    if (!this.running) void this.ask();
  }

  private blankGuess(slot: number): string | null {
    const tile = this.draft.slots[slot] ?? '';
    const placed = this.draft.loose.find((one) => one.slot === slot);
    return this.board.isBlank(tile) ? (placed?.as ?? this.board.tiles.get(tile)?.stands_for?.[0] ?? null) : null;
  }

  private async ask(): Promise<void> {
    this.running = true;
    try {
      while (this.wanted) {
        const move = this.wanted;
        this.wanted = null;
        const number = ++this.asked;
        const slow = setTimeout(() => (this.waiting = true), 150);
        try {
          const answer = await this.table.preview(move);
          const preview = { ...answer, violations: apart(answer.violations ?? []) };
          if (number === this.asked) {
            this.preview = preview;
            this.lastPreview = preview.breakdown ? String(preview.breakdown.total) : null;
            if (!this.hover && !this.neutral) announce(describePreview(this.board, preview));
          }
        } catch (error) {
          if (number === this.asked) this.preview = null;
          if (error instanceof Failure && error.status === 0) toast(t('net.offline'));
          else if (error instanceof Failure && error.status !== 409) toast(error.message);
        } finally {
          clearTimeout(slow);
          this.waiting = false;
        }
      }
    } finally {
      this.running = false;
    }
  }

  /** Whether a tile may be dropped here. */
  isFree(cell: number): boolean {
    return this.board.stacks || !this.stacks.has(cell);
  }

  drop(slot: number, cell: number): void {
    const tile = this.draft.slots[slot];
    if (tile === undefined || !this.isFree(cell)) return;
    const known = this.draft.loose.find((one) => one.slot === slot);
    if (this.board.isBlank(tile) && (known?.as ?? null) === null) {
      this.asking = { slot, cell, advance: false };
      return;
    }
    this.change(put(this.draft, slot, cell, known?.as ?? null));
    this.sayPlaced(slot, cell);
  }

  /** Says what was laid where. */
  protected sayPlaced(slot: number, cell: number): void {
    const placed = this.draft.loose.find((one) => one.slot === slot);
    const tile = this.draft.slots[slot];
    if (placed && tile !== undefined)
      sayNow(describePlaced(this.board, this.board.face(tile, placed.as, placed.turned), cell));
  }

  /** The letter of the blank that was asked for. */
  answerBlank(letter: string | null): void {
    const asking = this.asking;
    this.asking = null;
    if (!asking || letter === null) return;
    this.change(put(this.draft, asking.slot, asking.cell, letter));
    this.sayPlaced(asking.slot, asking.cell);
    if (asking.advance) this.advance();
  }

  takeBack(slot: number): void {
    this.change(recall(this.draft, slot));
  }
  takeAllBack(): void {
    this.change(recallAll(this.draft));
  }
  shuffleRack(): void {
    this.draft = shuffle(this.draft);
  }
  sortRack(): void {
    const order = [...this.board.tiles.keys()];
    this.draft = sort(this.draft, (tile) => order.indexOf(tile));
  }
  moveSlot(from: number, to: number): void {
    this.draft = moveSlot(this.draft, from, to);
  }
  reverseRack(): void {
    this.draft = arrange(this.draft, this.draft.slots.map((_, slot) => slot).reverse());
  }

  /** The cursor goes on after a tile was laid. */
  protected advance(): void {}

  closeHints(): void {
    this.found = null;
    this.ghosts = null;
  }

  /** Puts a found move on the board. */
  take(found: FoundMove): void {
    const next = fromMove(this.draft, found.move, (label) => this.board.index(label));
    if (next) this.change(next);
    const cell = next?.loose[0]?.cell;
    if (cell !== undefined) this.layer = this.board.cell(cell).layer;
  }

  /** Whether there is something to play. */
  get hasMove(): boolean {
    return this.slide ? slides(this.slide) : this.draft.loose.length > 0;
  }

  /** Turns a loose tile upside down: the one under the cursor, or the last one. */
  turnOver(slot?: number): void {
    const here = looseAt(this.draft, this.cursor.cell) ?? this.draft.loose.at(-1);
    const one = slot ?? here?.slot;
    if (one === undefined || !this.board.canTurn(this.draft.slots[one] ?? '')) return;
    this.change(turnTile(this.draft, one));
  }

  get canTurnOver(): boolean {
    const here = looseAt(this.draft, this.cursor.cell) ?? this.draft.loose.at(-1);
    return here !== undefined && this.board.canTurn(this.draft.slots[here.slot] ?? '');
  }

  // Sliding.

  toggleSlide(): void {
    this.takeAllBack();
    this.slide = this.slide ? null : emptySlide();
    this.preview = null;
    this.look();
  }

  /** Changes the group that slides. */
  reslide(next: (slide: Slide) => Slide): void {
    if (!this.slide) return;
    this.slide = next(this.slide);
    this.look();
  }

  isOut(slot: number): boolean {
    return isOut(this.draft, slot);
  }
}
