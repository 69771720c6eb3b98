import { setTimeout as delay } from 'node:timers/promises';
import type { JobData, JobHandlers, JobName } from '#server/db/jobs.ts';
import { type Log, toLoggableError } from '#server/log.ts';

/** Thrown by a job handler when a retry is useless. Its message is stored, so it must not contain personal data. */
export class PermanentJobError extends Error {
  override name = 'GiveUp';
}

export interface DeliveredJob {
  id: string;
  data: JobData;
  retryCount: number;
  retryLimit: number;
}

/** Outcome of a job, for the log of the queue: `done`, or `gave up:` with the reason. */
export type JobOutcomeText = string;

const MIN_PAUSE_MS = 100;
const MAX_PAUSE_MS = 5_000;

/**
 * Runs the jobs of one server, each only once: a job that is done but whose row could not be deleted during an outage
 * of the database is delivered again by the queue; then only its row is deleted.
 */
export class JobRunner {
  readonly #deleteRow: (name: JobName, id: string) => Promise<unknown>;
  readonly #log: Log;
  /** By id: jobs under way, and those done whose row is still there. */
  readonly #runs = new Map<string, Promise<JobOutcomeText>>();
  readonly #closing = new AbortController();

  constructor(deleteRow: (name: JobName, id: string) => Promise<unknown>, log: Log) {
    this.#deleteRow = deleteRow;
    this.#log = log;
  }

  /**
   * Runs a job and deletes its row once it is done or given up, because its data may open an account.
   * @throws {Error} when the queue is to retry it; its message is only the kind of error, because the queue stores it
   */
  async run(handlers: JobHandlers, name: JobName, job: DeliveredJob): Promise<JobOutcomeText> {
    const run = this.#runs.get(job.id) ?? this.#perform(handlers, name, job);
    this.#runs.set(job.id, run);
    try {
      const outcome = await run;
      await this.#settle(name, job.id);
      return outcome;
    } finally {
      this.#runs.delete(job.id);
    }
  }

  /** Stops retrying to delete rows while the database is out of reach. */
  close(): void {
    this.#closing.abort();
  }

  async #perform(handlers: JobHandlers, name: JobName, job: DeliveredJob): Promise<JobOutcomeText> {
    const { id, data, retryCount, retryLimit } = job;
    try {
      await handlers[name](data, id);
      return 'done';
    } catch (error) {
      if (error instanceof PermanentJobError) {
        this.#log.error({ job: name, id, reason: error.message }, 'job given up');
        return `gave up: ${error.message}`;
      }
      const facts = { job: name, id, error: toLoggableError(error) };
      if (retryCount < retryLimit) this.#log.warn(facts, 'job failed, to be tried again');
      else this.#log.error(facts, 'job given up');
      // oxlint-disable-next-line preserve-caught-error -- pg-boss keeps what it sees, and a message may quote a person
      throw new Error(describeErrorKind(error));
    }
  }

  /** Deletes the row of a finished job; retries until the database answers. */
  async #settle(name: JobName, id: string): Promise<void> {
    for (let pause = MIN_PAUSE_MS; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
      try {
        await this.#deleteRow(name, id);
        return;
      } catch (error) {
        if (this.#closing.signal.aborted) throw error;
        await delay(pause, null, { signal: this.#closing.signal }).catch(() => undefined);
      }
    }
  }
}

function describeErrorKind(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? `${error.name} ${code}` : error.name;
}
