import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss } from 'pg-boss';
import type { Database, Pool } from '#server/db/pool.ts';

/** Every kind of job and how often it is tried again: pauses double from `retryDelay` to `retryDelayMax`, in seconds. */
export const JOBS = {
  /** Sends one e-mail. */
  mail: { retryLimit: 10, retryDelay: 20, retryDelayMax: 3600, expireInSeconds: 90 },
  /**
   * Processes a password reset request outside the HTTP request, so that response times do not reveal which
   * accounts exist.
   */
  'password-reset': { retryLimit: 5, retryDelay: 5, retryDelayMax: 300, expireInSeconds: 60 },
  /** Tells one external service to erase a person's data. */
  'tell-erased': { retryLimit: 20, retryDelay: 30, retryDelayMax: 21_600, expireInSeconds: 60 },
} as const;
export type JobName = keyof typeof JOBS;

/** Number of concurrent workers of each job on one server, so that one that hangs does not block the others. */
const WORKERS_PER_JOB: Record<JobName, number> = { mail: 6, 'password-reset': 3, 'tell-erased': 1 };

/** Data of a job. Encrypted, because the queue stores it in the database (server/encryption.ts). */
export interface JobData {
  encrypted: string;
  /** Blind indexes (`blindIndex`) of the people the job is about, so that an erasure can delete it. */
  about?: string[];
}
/** Runs one job. Throwing `PermanentJobError` ends it; any other error makes the queue retry it. */
export type JobHandlers = Record<JobName, (data: JobData, jobId: string) => Promise<void>>;

/**
 * Thrown by a job handler when a retry is of no use. Its message is stored, so it must not contain personal
 * data.
 */
export class PermanentJobError extends Error {
  override name = 'GiveUp';
}

/** Background jobs, stored in PostgreSQL. A job becomes visible when the transaction that queued it commits. */
export interface Jobs {
  /** Queues a job in the given transaction. */
  send(db: Database, name: JobName, data: JobData): Promise<void>;
  /** Deletes every job about one of these blind indexes, in the transaction of an erasure. */
  deleteAbout(db: Database, marks: string[]): Promise<void>;
  /** Whether a job is still in the queue (not deleted by an erasure since it began). */
  exists(jobId: string): Promise<boolean>;
  /** Starts the workers: they run new jobs at once where LISTEN works, and within seconds by polling elsewhere. */
  startWorkers(handlers: JobHandlers): Promise<void>;
  /** Runs every pending job once, including those that wait for a retry. Resolves to the outcome of each. */
  runPending(handlers: JobHandlers): Promise<{ name: JobName; outcome: string }[]>;
  /** Stops taking jobs and waits at most ten seconds for running ones. */
  close(): Promise<void>;
}

const NAMES = Object.keys(JOBS) as JobName[];
/** Polling intervals in seconds, without and with LISTEN/NOTIFY (a connection pooler may not support it). */
const POLLING = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 4 };
/** How long finished jobs are kept: their data may be personal. */
const RETENTION_SECONDS = 600;
const MAINTENANCE_SECONDS = 120;
const NIL_JOB_ID = '00000000-0000-0000-0000-000000000000';

/**
 * Opens the job queue (pg-boss) in a schema that it creates and migrates under its own lock. With `listen`, it
 * is notified of new jobs as they are committed.
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
    maintenanceIntervalSeconds: MAINTENANCE_SECONDS,
  });
  boss.on('error', onError);
  await boss.start();
  for (const name of NAMES) {
    const queue = {
      ...JOBS[name],
      retryBackoff: true,
      notify: true,
      deleteAfterSeconds: RETENTION_SECONDS,
    };
    await boss.createQueue(name, queue);
    // An existing queue keeps the options it was created with.
    await boss.updateQueue(name, queue);
    // Makes pg-boss cache the queue now: a first `send` inside a transaction would wait for a connection while
    // the rest of the pool may wait for that transaction.
    await boss.deleteJob(name, NIL_JOB_ID);
  }
  const startWorker = async (name: JobName, handlers: JobHandlers) => {
    const id: string = await boss.work<JobData>(name, POLLING, async ([job]) => {
      try {
        return job && (await runJob(handlers, name, job));
      } finally {
        // There may be more jobs waiting.
        boss.notifyWorker(id);
      }
    });
  };

  return {
    async send(db, name, data) {
      await boss.send(name, data, { db: fromDrizzle(db, sql) });
    },
    async deleteAbout(db, marks) {
      const list = sql.join(
        marks.map((mark) => sql`${mark}`),
        sql`, `,
      );
      await db.execute(sql`delete from jobs.job where data -> 'about' ?| array[${list}]::text[]`);
    },
    async exists(jobId) {
      const { rows } = await run('select 1 from jobs.job where id = $1', [jobId]);
      return rows.length > 0;
    },
    async startWorkers(handlers) {
      for (const name of NAMES)
        for (let worker = 0; worker < WORKERS_PER_JOB[name]; worker++)
          await startWorker(name, handlers);
    },
    async runPending(handlers) {
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
            done.push({ name, outcome: (await runJob(handlers, name, job)).outcome });
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

async function runJob(
  handlers: JobHandlers,
  name: JobName,
  { id, data }: { id: string; data: JobData },
): Promise<{ outcome: string }> {
  try {
    await handlers[name](data, id);
    return { outcome: 'done' };
  } catch (error) {
    if (error instanceof PermanentJobError) return { outcome: `gave up: ${error.message}` };
    // oxlint-disable-next-line preserve-caught-error -- pg-boss keeps what it sees, and a message may quote a person
    throw new Error(describeErrorKind(error));
  }
}

function describeErrorKind(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown error';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? `${error.name} ${code}` : error.name;
}
