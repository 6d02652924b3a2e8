/** Everything between a player and a table: the cursor, the keys, the commands, the premove. */
import { Failure } from './api.ts';
import type { Arrow, BoardModel } from './board.ts';
import { looseAt, put, recallAll, withRack, type Draft } from './draft.ts';
import { Drafting, type Cursor } from './drafting.svelte.ts';
import { t } from './messages.svelte.ts';
import { announce, sayNow, tell, toast } from './notices.svelte.ts';
import type { PlayerCommand } from './protocol.ts';
import { describePreview, describeTurn, reasons } from './speech.ts';
import { rackOf, type Table } from './table.svelte.ts';
import { digraph, findTile } from './typing.ts';

export type { Cursor } from './drafting.svelte.ts';

export class PlayState extends Drafting {
  /** Tiles chosen for a swap; `null` if none are being chosen. */
  swapping = $state.raw<ReadonlySet<number> | null>(null);
  busy = $state(false);

  private typed: { letter: string; before: Draft; cursor: Cursor } | null = null;
  private revision = -1;
  /** The number of turns that were told. */
  private told: number;

  constructor(table: Table, board: BoardModel) {
    super(table, board);
    this.told = this.turns.length;
    this.tookView();
  }

  /** A new view has come: the rack may be another, the turn may be mine. */
  tookView(): void {
    // What happened is told before the board is looked at: every turn once, whatever comes with it.
    const news = this.turns.slice(this.told);
    this.told = this.turns.length;
    news.forEach((turn, index) => {
      tell(describeTurn(this.board, this.table, turn, index === news.length - 1 ? this.state : null));
    });
    if (news.length && this.myTurn) tell(t('say.yourTurn'));
    const next = withRack(this.draft, rackOf(this.table.view));
    if (next !== this.draft) {
      this.draft = next;
      this.undone = [];
      this.typed = null;
      this.picked = -1;
      this.aimed = false;
    }
    // Tiles on cells that are taken now come back.
    if (!this.board.stacks && this.draft.loose.some((one) => this.stacks.has(one.cell))) {
      this.draft = recallAll(this.draft);
      this.premove = false;
      toast(t('play.stale'));
    }
    const revision = this.state?.revision ?? 0;
    if (this.revision >= 0 && revision > this.revision) {
      this.closeHints();
      this.back = null;
    }
    if (revision !== this.revision) this.look();
    this.revision = revision;
    if (this.premove && this.myTurn) void this.runPremove();
  }

  private async runPremove(): Promise<void> {
    this.premove = false;
    const preview = await this.table.preview(this.move());
    if (preview.legal) await this.play();
    else {
      this.takeAllBack();
      toast(t('play.premoveFailed'));
    }
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

  arrow(arrow: Arrow): void {
    this.typed = null;
    const cell = this.board.toward(this.cursor.cell, arrow);
    if (cell >= 0) this.at({ ...this.cursor, cell });
    this.aimed = true;
  }

  turn(): void {
    this.typed = null;
    this.at({ ...this.cursor, axis: this.board.nextAxis(this.cursor.cell, this.cursor.axis) });
    announce(t('keys.axis', { axis: this.board.place(this.cursor.cell, this.cursor.axis) }));
  }

  floor(by: number): void {
    const layer = this.layer + by;
    if (layer < 0 || layer >= this.board.layers.length) return;
    this.at({ ...this.cursor, cell: this.board.onLayer(this.cursor.cell, layer) });
  }

  setCursor(cell: number): void {
    const same = this.aimed && this.cursor.cell === cell;
    this.aimed = true;
    const axis = same ? this.board.nextAxis(cell, this.cursor.axis) : this.cursor.axis;
    this.at({ cell, axis: this.board.hasAxis(cell, axis) ? axis : this.board.nextAxis(cell, axis) });
  }

  protected override advance(): void {
    const to = this.board.step(this.cursor.cell, this.cursor.axis, 1);
    if (to >= 0) this.at({ ...this.cursor, cell: to });
  }

  /** A tile of the rack was tapped: it goes to the chosen cell, or waits for one. */
  tapTile(slot: number): void {
    if (this.swapping) this.toggleSwap(slot);
    else if (this.isOut(slot)) this.takeBack(slot);
    else if (this.aimed) this.layAtCursor(slot);
    else this.picked = this.picked === slot ? -1 : slot;
  }

  /** A cell was tapped: the tile that waits goes there, or the next tiles will. */
  tapCell(cell: number): void {
    this.back = null;
    if (this.picked >= 0 && this.isFree(cell)) this.drop(this.picked, cell);
    else this.setCursor(cell);
  }

  private layAtCursor(slot: number): void {
    const cell = this.freeCell();
    if (cell < 0) {
      announce(t('keys.full'));
      return;
    }
    this.at({ ...this.cursor, cell });
    const tile = this.draft.slots[slot] ?? '';
    if (this.board.isBlank(tile)) this.asking = { slot, cell, advance: true };
    else this.lay(slot, null);
  }

  /** The first free cell from the cursor on, or -1. */
  private freeCell(): number {
    let { cell } = this.cursor;
    while (cell >= 0 && this.filled(cell)) cell = this.board.step(cell, this.cursor.axis, 1);
    return cell;
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
    const cell = this.freeCell();
    if (cell < 0) {
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
    const { cell } = this.cursor;
    this.change(put(this.draft, slot, cell, as));
    this.aimed = true;
    this.sayPlaced(slot, cell);
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
      announce(reasons(this.board, violations));
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
      this.showReason();
      return;
    }
    if (this.table.connection === 'lost') {
      this.later = !this.later;
      return;
    }
    if (await this.command({ type: 'move', move: this.move() })) this.aimed = false;
  }

  /** Looks back by one turn, or forward again. */
  stepBack(by: number): void {
    const at = (this.back ?? this.turns.length) + by;
    const back = at >= this.turns.length ? null : Math.max(0, at);
    this.back = back;
    const { seen } = this;
    if (back === null) sayNow(t('back.now'));
    else
      sayNow(
        [t('back.turn', { n: back }), ...(seen ? [describeTurn(this.board, this.table, seen, null)] : [])].join('. '),
      );
  }

  startSwap(): void {
    this.takeAllBack();
    this.closeHints();
    this.swapping = new Set();
  }

  /** The cursor goes to the first reason why the move is not legal. */
  showReason(): void {
    const cell = this.preview?.violations?.flatMap((violation) => violation.cells ?? [])[0];
    const index = cell === undefined ? -1 : this.board.index(cell);
    if (index >= 0) this.at({ ...this.cursor, cell: index });
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
      this.back = null;
      this.takeAllBack();
      this.found = await this.table.hints();
      announce(this.found.length ? t('say.hints', { n: this.found.length }) : t('hints.none'));
    } catch (error) {
      if (error instanceof Failure) toast(error.message);
    }
  }
}
