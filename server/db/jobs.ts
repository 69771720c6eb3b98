import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss } from 'pg-boss';
import type { Database, Pool } from '#server/db/pool.ts';

/** Every kind of job and how often it is tried again: pauses double from `retryDelay` to `retryDelayMax`, in seconds. */
export const JOBS = {
  /** Sends one letter. */
  mail: { retryLimit: 10, retryDelay: 20, retryDelayMax: 3600, expireInSeconds: 90 },
  /** Looks up whose password is to be reset, out of sight of the one who asked. */
  'password-reset': { retryLimit: 5, retryDelay: 5, retryDelayMax: 300, expireInSeconds: 60 },
  /** Tells one outside service that a person erased their account. */
  'tell-erased': { retryLimit: 20, retryDelay: 30, retryDelayMax: 21_600, expireInSeconds: 60 },
} as const;
export type JobName = keyof typeof JOBS;

/** How many of a kind one server does at once: one that hangs keeps none of the others waiting. */
const AT_ONCE: Record<JobName, number> = { mail: 6, 'password-reset': 3, 'tell-erased': 1 };

/** What a job is told; sealed, because the queue keeps it in the database (server/seal.ts). */
export interface JobData {
  sealed: string;
  /** The marks (`markOf`) of whom it is about, so that an erasure finds it. */
  about?: string[];
}
/** Does one job. Throwing `GiveUp` ends it, any other error has it tried again. */
export type JobHandlers = Record<JobName, (data: JobData, jobId: string) => Promise<void>>;

/** Thrown by a handler when trying again is of no use; its message is kept, so it names no person. */
export class GiveUp extends Error {
  override name = 'GiveUp';
}

/** Work that outlives the request: kept in PostgreSQL, done once the change it follows is committed. */
export interface Jobs {
  /** Hands over a job in the transaction of the change it follows. */
  send(db: Database, name: JobName, data: JobData): Promise<void>;
  /** Deletes every job that is about one of these marks, in the transaction of an erasure; none of them is tried again. */
  forget(db: Database, marks: string[]): Promise<void>;
  /** Whether a job is still to be done, and was not forgotten since it began. */
  isWanted(jobId: string): Promise<boolean>;
  /** Begins to work: at once where the database tells of a new job, within seconds everywhere. */
  work(handlers: JobHandlers): Promise<void>;
  /** Does every job that waits, those waiting for another try included, once; resolves to what became of each. */
  workOnce(handlers: JobHandlers): Promise<{ name: JobName; outcome: string }[]>;
  /** Waits for jobs under way, ten seconds at most, and takes no more. */
  close(): Promise<void>;
}

const NAMES = Object.keys(JOBS) as JobName[];
/** How often each is asked for, where nobody tells of new jobs (a pooler in between) and where somebody does. */
const POLLING = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 4 };
/** How long a job that is over is kept: what it was told may be about somebody. */
const KEPT_SECONDS = 600;
const SWEEP_SECONDS = 120;
const NO_JOB = '00000000-0000-0000-0000-000000000000';

/**
 * The queue on this database: pg-boss, in a schema of its own that it makes and migrates under its own lock.
 * With `listen` it hears of new jobs as they are committed.
 */
export async function openJobs(
  { run, listen }: Pick<Pool, 'run'> & Partial<Pick<Pool, 'listen'>>,
  onError: (error: unknown) => void = () => undefined,
): Promise<Jobs> {
  const db = { executeSql: run, ...(listen && { listen }) };
  const boss = new PgBoss({
    db,
    schema: 'jobs',
    schedule: false,
    useListenNotify: !!listen,
    maintenanceIntervalSeconds: SWEEP_SECONDS,
  });
  boss.on('error', onError);
  await boss.start();
  for (const name of NAMES) {
    const queue = {
      ...JOBS[name],
      retryBackoff: true,
      notify: true,
      deleteAfterSeconds: KEPT_SECONDS,
    };
    await boss.createQueue(name, queue);
    // One that was there already keeps what it was made with.
    await boss.updateQueue(name, queue);
    // Has it look the queue up now: a first `send` within a transaction would wait for a connection while
    // the others of the pool may wait for that transaction.
    await boss.deleteJob(name, NO_JOB);
  }
  const workOne = async (name: JobName, handlers: JobHandlers) => {
    const id: string = await boss.work<JobData>(name, POLLING, async ([job]) => {
      try {
        return job && (await attempt(handlers, name, job));
      } finally {
        // Where there was one there may be more.
        boss.notifyWorker(id);
      }
    });
  };

  return {
    async send(db, name, data) {
      await boss.send(name, data, { db: fromDrizzle(db, sql) });
    },
    async forget(db, marks) {
      const list = sql.join(
        marks.map((mark) => sql`${mark}`),
        sql`, `,
      );
      await db.execute(sql`delete from jobs.job where data -> 'about' ?| array[${list}]::text[]`);
    },
    async isWanted(jobId) {
      const { rows } = await run('select 1 from jobs.job where id = $1', [jobId]);
      return rows.length > 0;
    },
    async work(handlers) {
      for (const name of NAMES)
        for (let worker = 0; worker < AT_ONCE[name]; worker++) await workOne(name, handlers);
    },
    async workOnce(handlers) {
      const done: { name: JobName; outcome: string }[] = [];
      for (const name of NAMES) {
        const waiting = await boss.fetch<JobData>(name, {
          batchSize: 1000,
          ignoreStartAfter: true,
          includeMetadata: true,
        });
        const age = ({ createdOn }: { createdOn: Date | string }) => new Date(createdOn).getTime();
        for (const job of waiting.toSorted((a, b) => age(a) - age(b))) {
          try {
            done.push({ name, outcome: (await attempt(handlers, name, job)).outcome });
            await boss.complete(name, job.id);
          } catch (error) {
            done.push({ name, outcome: (error as Error).message });
            await boss.fail(name, job.id);
          }
        }
      }
      return done;
    },
    close: () => boss.stop({ graceful: true, timeout: 10_000 }),
  };
}

async function attempt(
  handlers: JobHandlers,
  name: JobName,
  { id, data }: { id: string; data: JobData },
): Promise<{ outcome: string }> {
  try {
    await handlers[name](data, id);
    return { outcome: 'done' };
  } catch (error) {
    if (error instanceof GiveUp) return { outcome: `gave up: ${error.message}` };
    // oxlint-disable-next-line preserve-caught-error -- pg-boss keeps what it sees, and a message may quote a person
    throw new Error(kindOf(error));
  }
}

function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? `${error.name} ${code}` : error.name;
}
