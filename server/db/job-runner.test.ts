import { beforeEach, expect, it } from 'vitest';
import { JobRunner, PermanentJobError } from '#server/db/job-runner.ts';
import type { JobHandlers } from '#server/db/jobs.ts';
import { createLog } from '#server/log.ts';

const JOB = {
  id: '019a0000-0000-7000-8000-000000000000',
  data: { encrypted: 'x' },
  retryCount: 2,
  retryLimit: 3,
};
const lines: string[] = [];
const log = createLog({ level: 'info', stream: { write: (line) => void lines.push(line) } });
beforeEach(() => void (lines.length = 0));

const handle = (mail: () => Promise<void>) => ({ mail }) as unknown as JobHandlers;

it('deletes the row of a job as soon as it was done, however often the database is away', async () => {
  let failures = 2;
  const deleted: string[] = [];
  const runner = new JobRunner(async (_name, id) => {
    if (failures-- > 0) throw new Error('no database');
    deleted.push(id);
  }, log);
  expect(
    await runner.run(
      handle(() => Promise.resolve()),
      'mail',
      JOB,
    ),
  ).toBe('done');
  expect(deleted).toEqual([JOB.id]);
});

it('does once a job that is handed over again before its row could be deleted', async () => {
  let done = 0;
  const away = Promise.withResolvers<void>();
  const deleted: string[] = [];
  const runner = new JobRunner(async (_name, id) => {
    await away.promise;
    deleted.push(id);
  }, log);
  const work = handle(async () => void (done += 1));
  const first = runner.run(work, 'mail', JOB);
  const second = runner.run(work, 'mail', JOB);
  away.resolve();
  expect(await Promise.all([first, second])).toEqual(['done', 'done']);
  expect(done).toBe(1);
  expect(deleted).toEqual([JOB.id, JOB.id]);
});

it('keeps a job that failed for another try, and writes why to the log, without the words of the error', async () => {
  const deleted: string[] = [];
  const runner = new JobRunner(async (_name, id) => void deleted.push(id), log);
  const failing = handle(() =>
    Promise.reject(Object.assign(new Error('no ada@example.org here'), { code: 'SMTP 450' })),
  );
  await expect(runner.run(failing, 'mail', JOB)).rejects.toThrow('Error SMTP 450');
  expect(deleted).toEqual([]);
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('SMTP 450');
  expect(lines[0]).not.toContain('ada@example.org');
  // And it is really done at the next try.
  expect(
    await runner.run(
      handle(() => Promise.resolve()),
      'mail',
      JOB,
    ),
  ).toBe('done');
});

it('says in the log that a job failed at its last try', async () => {
  const runner = new JobRunner(() => Promise.resolve(), log);
  const failing = handle(() => Promise.reject(new Error('no answer')));
  for (const retryCount of [2, 3])
    await expect(runner.run(failing, 'mail', { ...JOB, retryCount })).rejects.toThrow('Error');
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { level: 40, job: 'mail', msg: 'job failed, to be tried again' },
    { level: 50, job: 'mail', msg: 'job given up' },
  ]);
});

it('gives up what cannot be done, and says so in the log', async () => {
  const deleted: string[] = [];
  const runner = new JobRunner(async (_name, id) => void deleted.push(id), log);
  const refused = handle(() => Promise.reject(new PermanentJobError('SMTP 550')));
  expect(await runner.run(refused, 'mail', JOB)).toBe('gave up: SMTP 550');
  expect(deleted).toEqual([JOB.id]);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 50, job: 'mail', reason: 'SMTP 550' });
});

it('waits for the database no longer than the server runs', async () => {
  const runner = new JobRunner(() => Promise.reject(new Error('no database')), log);
  const run = runner.run(
    handle(() => Promise.resolve()),
    'mail',
    JOB,
  );
  runner.close();
  await expect(run).rejects.toThrow('no database');
});
