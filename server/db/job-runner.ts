import { setTimeout as delay } from 'node:timers/promises';
import type { JobData, JobHandlers, JobName } from '#server/db/jobs.ts';
import { type Log, toLoggable } from '#server/log.ts';

/**
 * Thrown by a job handler when a retry is of no use. Its message is stored, so it must not contain personal
 * data.
 */
export class PermanentJobError extends Error {
  override name = 'GiveUp';
}

/** A job as the queue hands it over. */
export interface Job {
  id: string;
  data: JobData;
}

/** What became of a job: done, or given up with a reason. */
export type Outcome = string;

const SHORTEST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Runs jobs of one server, and each only once in it: a job that was done but whose row could not be deleted, because the
 * database was gone at that moment, is handed over again by the queue and then only its row is deleted.
 */
export class JobRunner {
  readonly #deleteRow: (name: JobName, id: string) => Promise<unknown>;
  readonly #log: Log;
  /** By id: jobs under way, and those done whose row is still there. */
  readonly #runs = new Map<string, Promise<Outcome>>();
  readonly #closing = new AbortController();

  constructor(deleteRow: (name: JobName, id: string) => Promise<unknown>, log: Log) {
    this.#deleteRow = deleteRow;
    this.#log = log;
  }

  /**
   * Runs a job and deletes its row as soon as it is done or given up, because its data may open an account.
   * @throws {Error} to have the queue try it again; without its message, which the queue stores and which may quote a person
   */
  async run(handlers: JobHandlers, name: JobName, job: Job): Promise<Outcome> {
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

  /** Ends waiting for the database. */
  close(): void {
    this.#closing.abort();
  }

  async #perform(handlers: JobHandlers, name: JobName, { id, data }: Job): Promise<Outcome> {
    try {
      await handlers[name](data, id);
      return 'done';
    } catch (error) {
      if (error instanceof PermanentJobError) {
        this.#log.error({ job: name, id, reason: error.message }, 'job given up');
        return `gave up: ${error.message}`;
      }
      this.#log.warn({ job: name, id, error: toLoggable(error) }, 'job failed, to be tried again');
      // oxlint-disable-next-line preserve-caught-error -- pg-boss keeps what it sees, and a message may quote a person
      throw new Error(describeErrorKind(error));
    }
  }

  /** Deletes the row of a finished job, however long the database is away. */
  async #settle(name: JobName, id: string): Promise<void> {
    for (let pause = SHORTEST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
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
