/** The clocks of a game, and what is said when time runs low. */
import { announce } from './notices.svelte.ts';
import { t } from './messages.svelte.ts';
import type { PlayState } from './play.svelte.ts';

/** Below this many milliseconds a clock is low. */
const LOW = 60_000;

export class Clock {
  private now = $state(0);
  private warned = Infinity;

  constructor(private readonly play: PlayState) {}

  private get limits(): PlayState['board']['details']['rules']['time_limit'] {
    return this.play.board.details.rules.time_limit;
  }

  get timed(): boolean {
    return this.limits.enabled && !!(this.limits.turn_time_limit || this.limits.bank);
  }

  /** Runs while the game does; called from an effect. */
  run(): (() => void) | undefined {
    if (!this.timed || this.play.over) return undefined;
    const tick = (): void => {
      this.now = this.play.table.now();
      this.warn();
    };
    tick();
    const timer = setInterval(tick, 200);
    return () => clearInterval(timer);
  }

  /** What a seat has left, in milliseconds. */
  left(seat: number): number | null {
    const { state } = this.play;
    const { limits } = this;
    if (!state || !this.timed) return null;
    const running = state.to_move === seat && !this.play.over;
    const gone = running && state.turn_began != null ? Math.max(0, this.now - state.turn_began) : 0;
    const bank = state.seats[seat]?.bank ?? (limits.bank != null ? limits.bank * 1000 : null);
    const turn = limits.turn_time_limit != null ? limits.turn_time_limit * 1000 : null;
    const values = [bank, running || bank === null ? turn : null].filter((value) => value !== null);
    return values.length ? Math.min(...values) - gone : null;
  }

  isLow(seat: number): boolean {
    const left = this.left(seat);
    return left !== null && left < LOW && this.play.state?.to_move === seat && !this.play.over;
  }

  /** Says once that 60 and that 10 seconds are left. */
  private warn(): void {
    const { seat } = this.play.table;
    const left = seat === null || !this.play.myTurn ? null : this.left(seat);
    if (left === null) {
      this.warned = Infinity;
      return;
    }
    const step = left < 10_000 ? 10_000 : left < LOW ? LOW : Infinity;
    if (step < this.warned) announce(t('say.lowTime', { n: Math.max(0, Math.round(left / 1000)) }), true);
    this.warned = Math.min(this.warned, step);
  }
}

export function clockText(ms: number): string {
  const sign = ms < 0 ? '−' : '';
  const all = Math.abs(ms);
  if (all < 10_000) return `${sign}0:0${(all / 1000).toFixed(1)}`;
  const seconds = Math.floor(all / 1000);
  const hours = Math.floor(seconds / 3600);
  if (hours >= 24) return sign + t('clock.days', { d: Math.floor(hours / 24), h: hours % 24 });
  const two = (value: number): string => String(value % 60).padStart(2, '0');
  const minutes = Math.floor(seconds / 60);
  return `${sign}${minutes < 60 ? minutes : `${hours}:${two(minutes)}`}:${two(seconds)}`;
}
