// A report that the server makes: asked for, and looked at until it is there.

import { Refused } from "../connection/connection";
import { askReport, reportOf } from "../connection/http";
import type { GameReport, GameReportView, Problem } from "../protocol/messages";

/** What a report is about: the match of a table, or a record. */
export type Subject = { table: string } | { record: string };

/** How often one looks how far it is, in milliseconds. */
const LOOK_EVERY_MS = 700;

const pause = () => new Promise((done) => setTimeout(done, LOOK_EVERY_MS));

export class ReportJob {
  view = $state.raw<GameReportView | null>(null);
  problem = $state.raw<Problem | null>(null);
  isRunning = $state(false);
  readonly report = $derived<GameReport | null>(this.view?.report ?? null);

  /** Changes when nobody looks any more. */
  #run = 0;

  /** Asks for the report, and looks until it is finished. */
  async begin(subject: () => Promise<Subject>): Promise<void> {
    this.end();
    const run = this.#run;
    [this.isRunning, this.problem] = [true, null];
    try {
      let view = await askReport(await subject());
      while (run === this.#run) {
        this.view = view;
        if (view.report) break;
        await pause();
        if (run !== this.#run) return;
        view = await reportOf(view.id);
      }
    } catch (error) {
      if (run !== this.#run) return;
      if (!(error instanceof Refused)) throw error;
      this.problem = error.problem;
    }
    if (run === this.#run) this.isRunning = false;
  }

  /** Looks no more; the server goes on. */
  end(): void {
    this.#run += 1;
    this.isRunning = false;
  }
}
