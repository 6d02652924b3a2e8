/** Everything between a player and a table: the draft, the cursor, the preview, the premove. */
import { Failure } from './api.ts';
import type { Arrow, BoardModel } from './board.ts';
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
  withRack,
  type Draft,
} from './draft.ts';
import { History, stacksOf, type Stacks, type Turn } from './history.ts';
import { announce, toast } from './notices.svelte.ts';
import { t } from './messages.svelte.ts';
import type { FoundMove, PlayerCommand, Preview, PublicState, UserMove } from './protocol.ts';
import { emptySlide, slideMove, slides, type Slide } from './slide.ts';
import { rackOf, stateOf, type Table } from './table.svelte.ts';
import { describeCell, describePreview, describeTurn, reasons } from './speech.ts';
import { digraph, findTile } from './typing.ts';

export interface Cursor {
  cell: number;
  axis: number;
}

export class PlayState {
  draft = $state.raw<Draft>(emptyDraft());
  cursor = $state.raw<Cursor>({ cell: 0, axis: 0 });
  cursorShown = $state(false);
  layer = $state(0);
  preview = $state.raw<Preview | null>(null);
  waiting = $state(false);
  /** Tiles chosen for a swap; `null` if none are being chosen. */
  swapping = $state.raw<ReadonlySet<number> | null>(null);
  /** A blank that waits for its letter. */
  asking = $state.raw<{ slot: number; cell: number; advance: boolean } | null>(null);
  /** A group of tiles on the board that is to slide; `null` if none is being chosen. */
  slide = $state.raw<Slide | null>(null);
  premove = $state(false);
  busy = $state(false);
  ghosts = $state.raw<FoundMove | null>(null);
  found = $state.raw<FoundMove[] | null>(null);
  /** Where the tile in the hand would go. */
  hover = $state.raw<{ slot: number; cell: number } | null>(null);

  private undone = $state.raw<Draft[]>([]);
  private typed: { letter: string; before: Draft; cursor: Cursor } | null = null;
  private asked = 0;
  private running = false;
  private wanted: UserMove | null = null;
  private seen = -1;
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
  readonly lastCells: ReadonlySet<number> = $derived.by(() => {
    const last = this.turns.findLast((turn) => turn.kind === 'play' && !turn.withdrawn);
    return new Set((last?.placements ?? []).map((placed) => this.board.index(placed.cell)));
  });
  readonly used: ReadonlySet<number> = $derived.by(
    () => new Set((this.state?.used_premiums ?? []).map((label) => this.board.index(label))),
  );

  constructor(
    readonly table: Table,
    readonly board: BoardModel,
  ) {
    this.history = new History(board);
    this.cursor = { cell: board.home, axis: board.nextAxis(board.home, board.axes.length - 1) };
    this.layer = board.cell(board.home)?.layer ?? 0;
    this.tookView();
  }

  /** A new view has come: the rack may be another, the turn may be mine. */
  tookView(): void {
    const rack = rackOf(this.table.view);
    const next = withRack(this.draft, rack);
    if (next !== this.draft) {
      this.draft = next;
      this.undone = [];
    }
    // Tiles on cells that are taken now come back.
    if (!this.board.stacks && this.draft.loose.some((one) => this.stacks.has(one.cell))) {
      this.draft = recallAll(this.draft);
      this.premove = false;
      toast(t('play.stale'));
    }
    const revision = this.state?.revision ?? 0;
    if (this.seen >= 0 && revision > this.seen) {
      const last = this.turns.at(-1);
      if (last) announce(describeTurn(this.board, this.table, last, this.myTurn));
      this.closeHints();
    }
    if (revision !== this.seen) this.look();
    this.seen = revision;
    if (this.premove && this.myTurn) void this.runPremove();
  }

  private async runPremove(): Promise<void> {
    this.premove = false;
    const preview = await this.table.preview(this.move());
    if (preview.legal) await this.play();
    else toast(t('play.premoveFailed'));
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
          const preview = await this.table.preview(move);
          if (number === this.asked) {
            this.preview = preview;
            this.lastPreview = preview.breakdown ? String(preview.breakdown.total) : null;
            if (!this.hover) announce(describePreview(this.board, preview));
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
  }

  /** The letter of the blank that was asked for. */
  answerBlank(letter: string | null): void {
    const asking = this.asking;
    this.asking = null;
    if (!asking || letter === null) return;
    this.change(put(this.draft, asking.slot, asking.cell, letter));
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

  /** The board as it would be: a group that slides is at its new place. */
  readonly shown: Stacks = $derived.by(() => {
    if (!this.slide || !this.hasMove) return this.stacks;
    const rest = new Map(this.stacks);
    for (const cell of this.slide.cells) rest.delete(cell);
    return rest;
  });

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

  // The keyboard.

  private filled(cell: number): boolean {
    return (!this.board.stacks && this.stacks.has(cell)) || looseAt(this.draft, cell) !== undefined;
  }

  private at(cursor: Cursor): void {
    this.cursor = cursor;
    this.cursorShown = true;
    this.layer = this.board.cell(cursor.cell).layer;
  }

  say(): void {
    announce(describeCell(this.board, this.stacks, this.draft, this.cursor.cell));
  }

  arrow(arrow: Arrow): void {
    this.typed = null;
    const cell = this.board.toward(this.cursor.cell, arrow);
    if (cell >= 0) this.at({ ...this.cursor, cell });
    this.say();
  }

  turn(): void {
    this.typed = null;
    this.at({ ...this.cursor, axis: this.board.nextAxis(this.cursor.cell, this.cursor.axis) });
    announce(t('keys.axis', { axis: this.board.axes[this.cursor.axis]?.axis ?? '' }));
  }

  floor(by: number): void {
    const layer = this.layer + by;
    if (layer < 0 || layer >= this.board.layers.length) return;
    this.at({ ...this.cursor, cell: this.board.onLayer(this.cursor.cell, layer) });
    this.say();
  }

  setCursor(cell: number): void {
    const same = this.cursorShown && this.cursor.cell === cell;
    const axis = same ? this.board.nextAxis(cell, this.cursor.axis) : this.cursor.axis;
    this.at({ cell, axis: this.board.hasAxis(cell, axis) ? axis : this.board.nextAxis(cell, axis) });
  }

  private advance(): void {
    const to = this.board.step(this.cursor.cell, this.cursor.axis, 1);
    if (to >= 0) this.at({ ...this.cursor, cell: to });
  }

  /** A letter was typed. */
  letter(letter: string, blank: boolean): void {
    const before = this.typed;
    if (before && !blank) {
      const both = digraph(this.board, before.letter, letter);
      const found = both ? findTile(this.board, before.before, both, false) : null;
      if (both && found) {
        this.undone = this.undone.slice(0, -1);
        this.draft = before.before;
        this.at(before.cursor);
        this.typed = null;
        this.lay(found.slot, found.as);
        return;
      }
    }
    const start = { draft: this.draft, cursor: this.cursor };
    let cell = this.cursor.cell;
    while (this.filled(cell)) {
      const next = this.board.step(cell, this.cursor.axis, 1);
      if (next < 0) break;
      cell = next;
    }
    if (this.filled(cell)) {
      announce(t('keys.full'));
      return;
    }
    const found = findTile(this.board, this.draft, letter, blank);
    this.typed = { letter, before: start.draft, cursor: { ...start.cursor, cell } };
    if (!found) {
      announce(t('keys.none', { letter: letter.toLocaleUpperCase() }));
      return;
    }
    this.at({ ...this.cursor, cell });
    this.lay(found.slot, found.as);
  }

  /** Ends a digraph: the next letter stands by itself. */
  split(): void {
    this.typed = null;
  }

  private lay(slot: number, as: string | null): void {
    this.change(put(this.draft, slot, this.cursor.cell, as));
    let to = this.board.step(this.cursor.cell, this.cursor.axis, 1);
    while (to >= 0 && this.filled(to)) {
      const next = this.board.step(to, this.cursor.axis, 1);
      if (next < 0) break;
      to = next;
    }
    if (to >= 0) this.at({ ...this.cursor, cell: to });
  }

  backspace(): void {
    this.typed = null;
    const here = looseAt(this.draft, this.cursor.cell);
    if (here) {
      this.takeBack(here.slot);
      return;
    }
    let cell = this.board.step(this.cursor.cell, this.cursor.axis, -1);
    while (cell >= 0 && !looseAt(this.draft, cell) && this.stacks.has(cell)) {
      cell = this.board.step(cell, this.cursor.axis, -1);
    }
    const back = cell >= 0 ? looseAt(this.draft, cell) : undefined;
    if (cell >= 0) this.at({ ...this.cursor, cell });
    if (back) this.takeBack(back.slot);
    else if (this.draft.loose.length) this.takeBack(this.draft.loose.at(-1)!.slot);
  }

  // Commands.

  async command(command: PlayerCommand): Promise<boolean> {
    if (this.busy) return false;
    this.busy = true;
    try {
      await this.table.send(command);
      this.undone = [];
      this.swapping = null;
      this.slide = null;
      return true;
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      if (error.status === 409) toast(t('play.stale'));
      else if (error.status === 0) toast(t('net.offline'));
      else this.refused(command, error);
      return false;
    } finally {
      this.busy = false;
    }
  }

  /** Shows why a command was refused: every reason, at the tiles if there are any. */
  private refused(command: PlayerCommand, error: Failure): void {
    const violations = error.fault.violations ?? [];
    if (!violations.length) {
      toast(error.message);
    } else if (command.type === 'move' && this.hasMove) {
      this.preview = { legal: false, violations };
      announce(describePreview(this.board, this.preview), true);
    } else {
      toast(reasons(this.board, violations));
    }
  }

  async play(): Promise<void> {
    if (!this.hasMove) return;
    if (!this.myTurn) {
      if (!this.slide) this.premove = !this.premove;
      return;
    }
    if (this.preview && !this.preview.legal) {
      announce(describePreview(this.board, this.preview));
      return;
    }
    await this.command({ type: 'move', move: this.move() });
  }

  toggleSwap(slot: number): void {
    if (!this.swapping) return;
    const next = new Set(this.swapping);
    if (!next.delete(slot)) next.add(slot);
    this.swapping = next;
  }

  async swap(): Promise<void> {
    const tiles = [...(this.swapping ?? [])].map((slot) => this.draft.slots[slot]!);
    if (tiles.length) await this.command({ type: 'move', move: { actions: [{ swap_rack: { tiles } }] } });
  }

  async hint(): Promise<void> {
    try {
      this.found = await this.table.hints();
      this.ghosts = this.found[0] ?? null;
    } catch (error) {
      if (error instanceof Failure) toast(error.message);
    }
  }

  isOut(slot: number): boolean {
    return isOut(this.draft, slot);
  }
}
