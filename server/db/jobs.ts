import { sql } from 'drizzle-orm';
import { fromDrizzle, PgBoss } from 'pg-boss';
import { type DeliveredJob, JobRunner, type JobOutcomeText } from '#server/db/job-runner.ts';
import { LISTENER_LOCK_ID } from '#server/db/listen.ts';
import { findOutageCause } from '#server/db/outage.ts';
import type { Database, Pool } from '#server/db/pool.ts';
import {
  listWaitingJobKinds,
  type JobQueueState,
  readJobQueueState,
} from '#server/db/queue-state.ts';
import { type Log, toLoggableError } from '#server/log.ts';

/**
 * Every kind of job and its retries. The pause before a retry doubles from `retryDelay` to `retryDelayMax`, in seconds.
 */
export const JOB_KINDS = {
  /** Sends one e-mail; tried for two days, because a mail server may be away for a weekend. */
  mail: { retryLimit: 60, retryDelay: 20, retryDelayMax: 3600, expireInSeconds: 90 },
  /** Processes a password reset request outside the HTTP request, whose time would reveal which accounts exist. */
  'password-reset': { retryLimit: 5, retryDelay: 5, retryDelayMax: 300, expireInSeconds: 60 },
  /** Fetches a customer's purchases from the payment provider. */
  'sync-customer': { retryLimit: 40, retryDelay: 2, retryDelayMax: 1800, expireInSeconds: 60 },
  /** Refunds a pass from which its owner withdrew, and ends it; tried for two and a half days. */
  'withdraw-pass': { retryLimit: 120, retryDelay: 5, retryDelayMax: 1800, expireInSeconds: 60 },
  'withdraw-gift': { retryLimit: 120, retryDelay: 5, retryDelayMax: 1800, expireInSeconds: 60 },
  /** Ends a subscription with its paid time, as its owner asked; tried for two and a half days. */
  'end-contract': { retryLimit: 120, retryDelay: 5, retryDelayMax: 1800, expireInSeconds: 60 },
  /** Erases a customer at the payment provider, which ends their subscriptions. */
  'erase-customer': { retryLimit: 120, retryDelay: 30, retryDelayMax: 1800, expireInSeconds: 60 },
  /** Tells the payment provider the present address of a customer. */
  'update-customer': { retryLimit: 20, retryDelay: 30, retryDelayMax: 21_600, expireInSeconds: 60 },
  'publish-session': { retryLimit: 20, retryDelay: 5, retryDelayMax: 3600, expireInSeconds: 60 },
  /** Generates a draft or the speech of a script, which may take an hour. */
  generate: { retryLimit: 5, retryDelay: 5, retryDelayMax: 300, expireInSeconds: 3600 },
  /** Speaks the next recording of a run, which may take minutes, and queues the one after it. */
  narrate: { retryLimit: 60, retryDelay: 5, retryDelayMax: 300, expireInSeconds: 3600 },
  /** Prepares an export that is too large for one request. */
  'prepare-export': { retryLimit: 5, retryDelay: 15, retryDelayMax: 300, expireInSeconds: 180 },
  /** Sends one push reminder to one browser; useless after fifteen minutes. */
  push: { retryLimit: 6, retryDelay: 15, retryDelayMax: 300, expireInSeconds: 60 },
  /** Asks one external service to erase a person's data. */
  'tell-erased': { retryLimit: 20, retryDelay: 30, retryDelayMax: 21_600, expireInSeconds: 60 },
  /** Sends one webhook; tried for two days, because a receiver may be away for a weekend. */
  webhook: { retryLimit: 30, retryDelay: 5, retryDelayMax: 7200, expireInSeconds: 60 },
} as const;
export type JobName = keyof typeof JOB_KINDS;

/** Number of concurrent workers of each job on one server, so that one that hangs does not block the others. */
const WORKERS_PER_JOB: Record<JobName, number> = {
  mail: 6,
  'password-reset': 3,
  'sync-customer': 3,
  'withdraw-pass': 1,
  'withdraw-gift': 1,
  'end-contract': 1,
  'erase-customer': 1,
  'update-customer': 1,
  'publish-session': 1,
  generate: 1,
  narrate: 1,
  'prepare-export': 1,
  push: 3,
  'tell-erased': 1,
  webhook: 3,
};

/** Data of a job. Encrypted, because the queue stores it in the database (server/encryption.ts). */
export interface JobData {
  encrypted: string;
  /** Blind indexes (`computeBlindIndex`) of the people the job is about, so that an erasure can delete it. */
  about?: string[];
}
/** Runs one job. Throwing `PermanentJobError` ends it; any other error makes the queue retry it. */
export type JobHandlers = Record<JobName, (data: JobData, jobId: string) => Promise<void>>;

export interface ListedJob {
  id: string;
  state: 'waiting' | 'sending' | 'failed';
  queuedAt: Date;
  tries: number;
}

/** Background jobs, stored in PostgreSQL. A job becomes visible when the transaction that queued it commits. */
export interface JobQueue {
  /** Queues a job in the transaction `db`, to run at once or not before `startAfter`. */
  send(db: Database, name: JobName, data: JobData, startAfter?: Date): Promise<void>;
  /** Deletes every job about one of these blind indexes, running ones too, in the transaction `db` of an erasure. */
  deleteAbout(db: Database, marks: string[]): Promise<void>;
  /** Lists the unfinished and failed jobs of a kind about one of these blind indexes, the newest first. */
  listAbout(db: Database, name: JobName, marks: string[], limit: number): Promise<ListedJob[]>;
  /**
   * Makes the jobs of a kind about one of these blind indexes due now; those that failed for good get one more try.
   * Resolves to their number.
   */
  retryJobsAbout(db: Database, name: JobName, marks: string[]): Promise<number>;
  /** Whether a job is still stored: false once it is done, or deleted by an erasure. */
  exists(name: JobName, jobId: string): Promise<boolean>;
  /** Counts waiting, running and failed jobs. */
  readState(): Promise<JobQueueState>;
  /**
   * Starts the workers. They take new jobs at once where LISTEN works, within seconds by polling elsewhere. Jobs
   * interrupted when a server was killed are retried at once, if no other server may be running them.
   */
  startWorkers(handlers: JobHandlers): Promise<void>;
  /**
   * Runs up to 1,000 pending jobs of each kind once, without waiting for their start time or retry pause. Resolves to
   * each outcome; that of a failed one is its error message.
   */
  runPending(handlers: JobHandlers): Promise<{ name: JobName; outcome: JobOutcomeText }[]>;
  /** Stops taking jobs; waits at most ten seconds for running ones. */
  close(): Promise<void>;
}

const NAMES = Object.keys(JOB_KINDS) as JobName[];
/** Polling intervals in seconds, without and with LISTEN/NOTIFY (a connection pooler may not support it). */
const POLLING = { pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 4 };
const WORK = { ...POLLING, includeMetadata: true } as const;
/** How long jobs that failed for good are kept. Jobs that are done are deleted at once (db/job-runner.ts). */
const RETENTION_SECONDS = 600;
/** A job whose server sent no heartbeat for this long is given to another one. */
const HEARTBEAT_SECONDS = 20;
/** Interval at which jobs without a heartbeat, and failed jobs past their retention, are looked for. */
const SUPERVISION_SECONDS = 15;
const NIL_JOB_ID = '00000000-0000-0000-0000-000000000000';

export interface JobQueueOptions {
  log: Log;
  /** Interval of the queue's maintenance; 15 s by default. */
  supervisionSeconds?: number;
}

/**
 * Opens the job queue (pg-boss), creating or migrating its schema under its own lock; no job runs until `startWorkers`
 * or `runPending`. With `listen`, workers are notified of new jobs when they are committed.
 */
export async function openJobQueue(
  { query, listen }: Pick<Pool, 'query'> & Partial<Pick<Pool, 'listen'>>,
  { log, supervisionSeconds = SUPERVISION_SECONDS }: JobQueueOptions,
): Promise<JobQueue> {
  const boss = new PgBoss({
    db: { executeSql: query, ...(listen && { listen }) },
    schema: 'jobs',
    schedule: false,
    useListenNotify: !!listen,
    superviseIntervalSeconds: supervisionSeconds,
    monitorIntervalSeconds: supervisionSeconds,
    maintenanceIntervalSeconds: supervisionSeconds,
  });
  boss.on('error', (error) => {
    // The database monitor logs each outage once.
    if (!findOutageCause(error)) log.error({ error: toLoggableError(error) }, 'job queue');
  });
  boss.on('warning', ({ message }) => log.warn({ warning: message }, 'job queue'));
  await boss.start();
  for (const name of NAMES) await createQueue(boss, name);
  const runner = new JobRunner((name, id) => boss.deleteJob(name, id), log);

  return {
    async send(db, name, data, startAfter) {
      const when = startAfter && { startAfter };
      await boss.send(name, data, { db: fromDrizzle(db, sql), ...when });
    },
    async deleteAbout(db, marks) {
      await db.execute(sql`delete from jobs.job where ${buildMarkCondition(marks)}`);
    },
    async listAbout(db, name, marks, limit) {
      const found = new Map<string, ListedJob>();
      for (const mark of marks)
        for (const job of await boss.findJobs(name, {
          data: { about: [mark] },
          db: fromDrizzle(db, sql),
        })) {
          const { id, state, retryCount: tries } = job;
          const shown = state === 'active' ? 'sending' : state === 'failed' ? 'failed' : 'waiting';
          if (state !== 'completed')
            found.set(id, { id, tries, queuedAt: new Date(job.createdOn), state: shown });
        }
      return [...found.values()]
        .toSorted((a, b) => b.queuedAt.getTime() - a.queuedAt.getTime())
        .slice(0, limit);
    },
    async retryJobsAbout(db, name, marks) {
      const { rows } = await db.execute(
        sql`update jobs.job set state = 'retry', start_after = now(), completed_on = null,
            retry_limit = retry_limit + case state when 'failed' then 1 else 0 end
          where name = ${name} and state in ('created', 'retry', 'failed') and ${buildMarkCondition(marks)}
          returning id`,
      );
      return rows.length;
    },
    exists: async (name, id) => (await boss.findJobs(name, { id })).length > 0,
    readState: () => readJobQueueState(query, NAMES),
    async startWorkers(handlers) {
      await releaseOrphans(query);
      for (const name of NAMES)
        for (let worker = 0; worker < WORKERS_PER_JOB[name]; worker++)
          await startWorker(boss, name, (job) => runner.run(handlers, name, job));
    },
    runPending: (handlers) => runPending(boss, runner, handlers, query),
    async close() {
      runner.close();
      await boss.stop({ graceful: true, timeout: 10_000 });
    },
  };
}

function buildMarkCondition(marks: string[]) {
  const list = sql.join(
    marks.map((mark) => sql`${mark}`),
    sql`, `,
  );
  return sql`data -> 'about' ?| array[${list}]::text[]`;
}

async function createQueue(boss: PgBoss, name: JobName): Promise<void> {
  const queue = {
    ...JOB_KINDS[name],
    retryBackoff: true,
    notify: true,
    deleteAfterSeconds: RETENTION_SECONDS,
    heartbeatSeconds: HEARTBEAT_SECONDS,
  };
  await boss.createQueue(name, queue);
  // An existing queue keeps the options it was created with.
  await boss.updateQueue(name, queue);
  // Makes pg-boss cache the queue now: a first `send` inside a transaction would wait for a connection while
  // the rest of the pool may wait for that transaction.
  await boss.deleteJob(name, NIL_JOB_ID);
}

async function startWorker(
  boss: PgBoss,
  name: JobName,
  run: (job: DeliveredJob) => Promise<unknown>,
) {
  const id: string = await boss.work<JobData, void, typeof WORK>(name, WORK, async ([job]) => {
    try {
      if (job) await run(job);
    } finally {
      // There may be more jobs waiting.
      boss.notifyWorker(id);
    }
  });
}

async function runPending(
  boss: PgBoss,
  runner: JobRunner,
  handlers: JobHandlers,
  query: Pool['query'],
) {
  const done: { name: JobName; outcome: JobOutcomeText }[] = [];
  let waitingNames = await listWaitingJobKinds(query);
  for (const name of NAMES) {
    if (!waitingNames.has(name)) continue;
    const waiting = await boss.fetch<JobData>(name, {
      batchSize: 1000,
      ignoreStartAfter: true,
      includeMetadata: true,
    });
    const age = ({ createdOn }: { createdOn: Date | string }) => new Date(createdOn).getTime();
    for (const job of waiting.toSorted((a, b) => age(a) - age(b))) {
      try {
        done.push({ name, outcome: await runner.run(handlers, name, job) });
      } catch (error) {
        done.push({ name, outcome: (error as Error).message });
        await boss.fail(name, job.id);
      }
    }
    // They may have queued jobs of other kinds.
    waitingNames = await listWaitingJobKinds(query);
  }
  return done;
}

/**
 * Makes jobs interrupted by a killed server due again, without counting that try, unless another server may run them:
 * each server with LISTEN holds a lock while it lives. Elsewhere such jobs wait until their heartbeat is missed.
 */
async function releaseOrphans(query: Pool['query']): Promise<void> {
  await query(
    `update jobs.job set state = 'retry', started_on = null, heartbeat_on = null, start_after = now()
     where state = 'active' and 1 = (
       select count(*) from pg_locks
       where locktype = 'advisory' and objid = $1 and objsubid = 1 and granted
         and database = (select oid from pg_database where datname = current_database()))`,
    [LISTENER_LOCK_ID],
  );
}
