import { afterEach, describe, expect, it } from 'vitest';
import { type JobHandlers, openJobQueue } from '#server/db/jobs.ts';
import type { Pool } from '#server/db/pool.ts';
import type { OutgoingEmail } from '#server/features/mail/service.ts';
import { createJobHandlers } from '#server/jobs.ts';
import { createLog } from '#server/log.ts';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import { createTestDatabase } from '#server/testing/database.ts';

const silent = createLog({ level: 'silent' });
const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

/** A server that works its jobs off by itself, and passes its e-mails to `send`. */
async function working(
  send: (post: OutgoingEmail) => Promise<void>,
  hears: boolean,
): Promise<TestApp> {
  const test = await createTestApp({
    mailer: { send },
    create: async ({ pool: { query, listen } }) => ({
      jobs: await openJobQueue({ query, ...(hears && { listen }) }, { log: silent }),
    }),
  });
  closing.push(() => test.close());
  const { dependencies } = test.app;
  await dependencies.jobs.startWorkers(createJobHandlers(dependencies));
  return test;
}

describe.each([
  ['the database tells of', true],
  ['nobody tells of', false],
])('jobs that %s', (_who, hears) => {
  it('are done, twenty asked for at once, while one email hangs', async () => {
    const taken = new Set<string>();
    const hanging = Promise.withResolvers<void>();
    const test = await working(({ to }) => {
      if (to === 'hangs@example.org') return hanging.promise;
      taken.add(to);
      return Promise.resolve();
    }, hears);
    const forgot = (email: string) =>
      test.createBrowser().call('POST /api/auth/forgot', { body: { email, language: 'en' } });
    await forgot('hangs@example.org');
    const people = Array.from({ length: 20 }, (_, index) => `forgets-${index}@example.org`);
    await Promise.all(people.map(forgot));
    await expect.poll(() => taken.size).toBe(20);
    hanging.resolve();
  });
});

/** A database with a queue of its own that is looked after every second, and what is written to its log. */
async function openQueue() {
  const pool = await createTestDatabase();
  closing.push(() => pool.close());
  const lines: string[] = [];
  const log = createLog({
    level: 'info',
    stream: { write: (line) => void lines.push(line) },
  });
  const open = async () => {
    const jobs = await openJobQueue(pool, { log, supervisionSeconds: 1 });
    closing.push(() => jobs.close());
    return jobs;
  };
  return { pool, lines, open };
}

const handle = (mail: JobHandlers['mail']) => ({ mail }) as unknown as JobHandlers;
const add = async (pool: Pool, jobs: Awaited<ReturnType<typeof openJobQueue>>, encrypted = 'x') =>
  jobs.send(pool.db, 'mail', { encrypted });
const readRows = async (pool: Pool) => {
  const { rows } = await pool.query<{ state: string; tries: number }>(
    `select state::text, retry_count as tries from jobs.job where name = 'mail'`,
  );
  return rows;
};

/** Leaves the jobs as a server does that is killed while it is at them. */
const abandon = (pool: Pool, seconds: number) =>
  pool.query(
    `
  update jobs.job set state = 'active', started_on = now() - $1 * interval '1s',
    heartbeat_on = now() - $2 * interval '1s' where name = 'mail'`,
    [seconds, seconds],
  );

describe('the queue', () => {
  it('keeps nothing of a job that was done', async () => {
    const { pool, open } = await openQueue();
    const jobs = await open();
    await add(pool, jobs);
    expect(await jobs.runPending(handle(() => Promise.resolve()))).toMatchObject([
      { outcome: 'done' },
    ]);
    expect(await readRows(pool)).toEqual([]);
  });

  it('deletes jobs that failed for good', async () => {
    const { pool, open } = await openQueue();
    const jobs = await open();
    await add(pool, jobs);
    await pool.query(`
      update jobs.job set state = 'failed', completed_on = now() - interval '1 hour' where name = 'mail'`);
    await expect.poll(() => readRows(pool)).toEqual([]);
  });

  it('hands a job to another worker when its server is not heard of any more', async () => {
    const { pool, open } = await openQueue();
    const jobs = await open();
    await add(pool, jobs);
    await abandon(pool, 60);
    await expect.poll(() => readRows(pool)).toMatchObject([{ state: 'retry' }]);
    const done: string[] = [];
    await jobs.runPending(handle(async ({ encrypted }) => void done.push(encrypted)));
    expect(done).toEqual(['x']);
  });

  it('begins at once, and without counting it, what a killed server was at', async () => {
    const { pool, open } = await openQueue();
    const first = await open();
    await add(pool, first);
    await abandon(pool, 1);
    const begun = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    await first.startWorkers(handle(() => (begun.resolve(), ended.promise)));
    await begun.promise;
    expect(await readRows(pool)).toEqual([{ state: 'active', tries: 0 }]);
    ended.resolve();
    await expect.poll(() => readRows(pool)).toEqual([]);
  });

  it('leaves alone what another server is at', async () => {
    const { pool, open } = await openQueue();
    const first = await open();
    await add(pool, first);
    const ended = Promise.withResolvers<void>();
    const begun: string[] = [];
    const work = handle(async (_data, id) => {
      begun.push(id);
      await ended.promise;
    });
    await first.startWorkers(work);
    await expect.poll(() => begun.length).toBe(1);
    const second = await open();
    await second.startWorkers(work);
    expect(await readRows(pool)).toEqual([{ state: 'active', tries: 0 }]);
    ended.resolve();
    await expect.poll(() => readRows(pool)).toEqual([]);
    expect(begun).toHaveLength(1);
  });

  it('tells how much there is to do, and since when', async () => {
    const { pool, open } = await openQueue();
    const jobs = await open();
    expect(await jobs.readState()).toEqual({
      waiting: 0,
      running: 0,
      failed: 0,
      oldestSeconds: null,
    });
    await add(pool, jobs);
    await add(pool, jobs);
    await pool.query(`
      update jobs.job set created_on = now() - interval '100.5s', start_after = now() - interval '100.5s'
      where name = 'mail'`);
    await add(pool, jobs);
    expect(await jobs.readState()).toEqual({
      waiting: 3,
      running: 0,
      failed: 0,
      oldestSeconds: 100,
    });
  });

  it('counts what is for later as waiting, and not as late', async () => {
    const { pool, open } = await openQueue();
    const jobs = await open();
    const later = new Date(Date.now() + 3_600_000);
    await jobs.send(pool.db, 'publish-session', { encrypted: 'x' }, later);
    await pool.query(`update jobs.job set created_on = now() - interval '7 days'`);
    expect(await jobs.readState()).toMatchObject({ waiting: 1, oldestSeconds: null });
    await pool.query(`update jobs.job set start_after = now() - interval '90.5s'`);
    expect(await jobs.readState()).toMatchObject({ waiting: 1, oldestSeconds: 90 });
  });

  it('writes its own errors to the log', async () => {
    const { pool, lines, open } = await openQueue();
    await open();
    await pool.query('alter table jobs.queue rename to queue_gone');
    await expect.poll(() => lines.join('')).toContain('42P01');
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 50, msg: 'job queue' });
    await pool.query('alter table jobs.queue_gone rename to queue');
  });
});
