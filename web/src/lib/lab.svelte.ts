/** A run of the lab: bots play a variant, a few games at a time, until it is enough or stopped. */
import { Failure } from './api.ts';
import { engineCall, inPage } from './engine.ts';
import type { Call, VariantReport, VariantSource } from './protocol.ts';

/** A call should take about so long, in milliseconds, so that it can be stopped soon. */
const STRIDE = 350;
/** The most games of one call: fewer at the server, where others play too. */
const MOST = { page: 40, server: 5 };

export class LabRun {
  report = $state.raw<VariantReport | null>(null);
  running = $state(false);
  wanted = $state(0);
  fault = $state<string | null>(null);
  private round = 0;

  get done(): number {
    return this.report?.tally.games ?? 0;
  }

  async run(variant: VariantSource, games: number): Promise<void> {
    const mine = ++this.round;
    [this.report, this.running, this.wanted, this.fault] = [null, true, games, null];
    let stride = 1;
    try {
      while (this.done < games) {
        const count: number = Math.min(stride, games - this.done);
        const call: Call = { op: 'lab', variant, seed: 1, games: count, earlier: this.report?.tally ?? null };
        const most = inPage(call) ? MOST.page : MOST.server;
        const began = performance.now();
        const answer: { report: VariantReport } = await engineCall('lab', call);
        if (mine !== this.round) return;
        this.report = answer.report;
        const took = Math.max(1, performance.now() - began);
        stride = Math.max(1, Math.min(most, Math.round((count * STRIDE) / took)));
      }
    } catch (error) {
      if (mine === this.round) this.fault = error instanceof Failure ? error.message : String(error);
    } finally {
      if (mine === this.round) this.running = false;
    }
  }

  /** Stops it; what was found stays. */
  stop(): void {
    this.round += 1;
    this.running = false;
  }
}
