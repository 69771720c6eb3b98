import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLog } from '#server/log.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';

let test: TestApp;
const lines: string[] = [];
beforeAll(async () => {
  test = await createTestApp({
    log: createLog({ level: 'info', stream: { write: (line) => void lines.push(line) } }),
  });
});
afterAll(() => test.close());

const SECRETS = [
  'ada@example.com',
  'lovelace',
  'long-password',
  '019a0000',
  '198.51.100.7',
  '/me?',
];

it('holds one line a request, with the pattern of its route and nothing about the person', async () => {
  lines.length = 0;
  const headers = { host: 'localhost', origin: 'http://localhost' };
  const remoteAddress = '198.51.100.7';
  const asked = { headers, remoteAddress };
  await test.app.inject({ ...asked, url: '/api/contents/019a0000-0000-7000-8000-000000000000' });
  await test.app.inject({ ...asked, url: '/api/users/me?name=lovelace' });
  await test.app.inject({
    ...asked,
    method: 'POST',
    url: '/api/auth/sign-in',
    payload: { email: 'ada@example.com', password: 'long-password' },
  });
  expect(lines).toHaveLength(3);
  const first = JSON.parse(lines[0] ?? '') as object;
  expect(first).toMatchObject({ method: 'GET', route: '/api/contents/:id', status: 401 });
  expect(Object.keys(first).toSorted()).toEqual(
    ['level', 'method', 'ms', 'reqId', 'route', 'status', 'time'].toSorted(),
  );
  for (const secret of SECRETS) expect(lines.join('')).not.toContain(secret);
});

it('names an unexpected failure by its place, under the id the caller was given', async () => {
  const person = await test.createPerson({ name: 'lovelace' });
  lines.length = 0;
  await test.db.execute('alter table feedback rename to feedback_gone');
  const body = { text: 'lovelace wrote this', page: '/', replyTo: 'ada@example.com' };
  const answer = await person.call('POST /api/feedback', { body });
  expect([answer.status, answer.body]).toEqual([500, { error: { code: 'server_error' } }]);
  const [failure, request] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(failure).toMatchObject({ level: 50, msg: 'unexpected' });
  expect(JSON.stringify(failure)).toContain('42P01');
  expect(failure?.reqId).toBe(answer.headers['x-request-id']);
  expect(request).toMatchObject({ route: '/api/feedback', status: 500 });
  for (const secret of SECRETS) expect(lines.join('')).not.toContain(secret);
});
