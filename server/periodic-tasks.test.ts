import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { App } from '#server/dependencies.ts';
import { runPeriodicTasks, schedulePeriodicTasks } from '#server/periodic-tasks.ts';
import { createLog } from '#server/log.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { PASSWORD } from '#server/testing/people.ts';

const DAY_MS = 86_400_000;
const lines: string[] = [];
let test: TestApp;
beforeEach(async () => {
  const stream = { write: (line: string) => void lines.push(line) };
  test = await createTestApp({ log: createLog({ level: 'warn', stream }) });
  lines.length = 0;
});
afterEach(() => test.close());

const count = async (table: string) => {
  const {
    rows: [row],
  } = await test.db.execute<{ rows: number }>(`select count(*)::int as rows from ${table}`);
  return row?.rows;
};
const clean = () => runPeriodicTasks(test.app.dependencies);

it('deletes a sign-in that expired, and leaves the others', async () => {
  const person = await test.createPerson();
  await test
    .createBrowser()
    .call('POST /api/auth/sign-in', { body: { email: person.email, password: PASSWORD } });
  expect(await count('auth_sessions')).toBe(2);
  await test.db.execute(`update auth_sessions set expires_at = now() + interval '1 day'
    where id = (select min(id) from auth_sessions)`);
  test.clock.advance(1.5 * DAY_MS);
  await clean();
  expect(await count('auth_sessions')).toBe(2);
  test.clock.advance(DAY_MS);
  await clean();
  expect(await count('auth_sessions')).toBe(1);
});

it('deletes links that expired, however many', async () => {
  await test.db.execute(`insert into auth_verifications (id, identifier, value, expires_at)
    select gen_random_uuid(), 'x', 'x', now() - interval '2 days' from generate_series(1, 2500)`);
  await test.db.execute(`insert into auth_verifications (id, identifier, value, expires_at)
    values ('${randomUUID()}', 'x', 'x', now())`);
  await clean();
  expect(await count('auth_verifications')).toBe(1);
  expect(lines.join('')).toBe('');
});

it('deletes messages to the operator that are twelve months old', async () => {
  const body = { text: 'The sound stops.', page: '/help', replyTo: null };
  await test.createBrowser().call('POST /api/feedback', { body });
  test.clock.advance(364 * DAY_MS);
  await clean();
  expect(await count('feedback')).toBe(1);
  test.clock.advance(3 * DAY_MS);
  await clean();
  expect(await count('feedback')).toBe(0);
});

it('does the rest where one thing fails, and tells the log', async () => {
  await test.db.execute('alter table idempotency_keys rename to keys_gone');
  await test.db.execute(`insert into auth_verifications (id, identifier, value, expires_at)
    values ('${randomUUID()}', 'x', 'x', now() - interval '2 days')`);
  await clean();
  expect(await count('auth_verifications')).toBe(0);
  expect(lines.map((line) => JSON.parse(line) as object)).toMatchObject([
    { msg: 'clean-up failed', task: 'idempotency keys' },
  ]);
});

it('what the operator sees of people and money is counted anew each minute', async () => {
  const readMark = async (name: string) => {
    const { rows } = await test.db.execute<{ until: string }>(
      `select until from total_marks where name = '${name}'`,
    );
    return rows[0] && new Date(rows[0].until).getTime();
  };
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  let close: (app: null, done: () => void) => void = () => {};
  const addHook = (_name: string, hook: typeof close) => void (close = hook);
  schedulePeriodicTasks({ dependencies: test.app.dependencies, addHook } as unknown as App);
  // All tasks, a minute after the start.
  vi.advanceTimersByTime(60_000);
  await expect.poll(() => readMark('days')).toBe(test.clock().getTime());
  test.clock.advance(60_000);
  vi.advanceTimersByTime(60_000);
  close(null, () => {});
  vi.useRealTimers();
  await expect.poll(() => readMark('standing')).toBe(test.clock().getTime());
});
