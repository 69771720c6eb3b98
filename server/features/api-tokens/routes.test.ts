import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importLibrary } from '#server/features/contents/import.ts';
import { changeRole } from '#server/features/roles/writes.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { createContentFolder } from '#server/testing/library.ts';
import type { TestPerson } from '#server/testing/people.ts';
import { contract } from '#shared/contract/contract.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { API_SCOPES, type ApiScope, MAX_API_TOKENS } from '#shared/rules/api-scopes.ts';
import { apiTokens } from './table.ts';
import { deleteExpiredApiTokens } from './writes.ts';

let test: TestApp;
let admin: TestPerson;
beforeAll(async () => {
  test = await createTestApp();
  await importLibrary(test.db, await createContentFolder([{ slug: 'one' }]));
  admin = await test.createPerson({ state: 'admin' });
});
afterAll(() => test.close());

const NOBODY = '019a0000-0000-7000-8000-000000000000';
const DAY_MS = 86_400_000;
const ENDPOINTS = Object.values(contract) as Endpoint[];
const OF_STUDIO = ENDPOINTS.filter(({ path }) => path.startsWith('/api/admin/'));

const create = async (scopes: ApiScope[], own = admin, name = 'A program') => {
  const { body } = await own.call('POST /api/admin/tokens', { body: { name, scopes, days: 30 } });
  return { token: body.token, id: body.tokens[0]?.id ?? '' };
};

/** Calls as a program does: from nowhere, with a token and nothing else. */
async function send(token: string, method: string, path: string, headers: object = {}) {
  const { statusCode, body } = await test.app.inject({
    method: method as 'GET',
    url: path.replaceAll(/:\w+/g, NOBODY),
    headers: { authorization: `Bearer ${token}`, ...headers },
    ...(method === 'GET' ? {} : { payload: [] }),
  });
  return {
    status: statusCode,
    body: JSON.parse(body) as { error?: { code: string; fields?: object } },
  };
}
const isOpen = async (token: string) =>
  (await send(token, 'GET', '/api/admin/contents')).status === 200;

describe('an API token', () => {
  it('is told once, kept as a hash, and listed with whose it is and when it was last used', async () => {
    const { token, id } = await create(['content:read']);
    expect(token).toMatch(/^envol_[\w-]{32}$/);
    const stored = await test.db.execute('select * from api_tokens');
    expect(JSON.stringify(stored.rows)).not.toContain(token);
    const find = async () =>
      (await admin.call('GET /api/admin/tokens')).body.tokens.find((one) => one.id === id);
    const fresh = { name: 'A program', scopes: ['content:read'], by: admin.email };
    expect(await find()).toMatchObject({ ...fresh, lastUsedAt: null });
    expect(await isOpen(token)).toBe(true);
    expect((await find())?.lastUsedAt).toBe(test.clock().toISOString());
    const { entries } = (await admin.call('GET /api/admin/audit')).body;
    expect(entries[0]).toMatchObject({
      action: 'token.create',
      target: 'token A program',
      actor: admin.email,
      details: { scopes: 'content:read', days: 30 },
    });
    expect(JSON.stringify(entries)).not.toContain(token);
  });

  it('is revoked, from the next request on', async () => {
    const revoked = await create(['content:read']);
    const params = { id: revoked.id };
    expect((await admin.call('POST /api/admin/tokens/:id/revoke', { params })).status).toBe(200);
    expect((await send(revoked.token, 'GET', '/api/admin/contents')).body.error?.code).toBe(
      'unauthorised',
    );
    expect((await admin.call('POST /api/admin/tokens/:id/revoke', { params })).status).toBe(404);
  });

  it('changes content from nowhere, as whoever made it', async () => {
    const own = await test.createPerson({ state: 'admin' });
    const { token } = await create(['content:write'], own);
    const reply = await test.app.inject({
      method: 'POST',
      url: '/api/admin/authors',
      headers: { authorization: `Bearer ${token}` },
      payload: {
        texts: {
          en: { name: 'Ida', role: '', about: 'Writes.' },
          fr: { name: 'Ida', role: '', about: 'Écrit.' },
        },
      },
    });
    expect(reply.statusCode).toBeLessThan(300);
    const [entry] = (await own.call('GET /api/admin/audit')).body.entries;
    expect(entry).toMatchObject({ action: 'author.add', actor: own.email });
  });

  it('ends with the role, and with a lock or a sign-out everywhere of its owner', async () => {
    const own = await test.createPerson({ state: 'admin' });
    const { token } = await create(['content:read'], own);
    const change = { userId: own.id, actorId: null };
    await changeRole(test.db, { ...change, role: 'support' }, test.clock());
    expect((await send(token, 'GET', '/api/admin/contents')).body.error?.code).toBe(
      'admin_required',
    );
    await changeRole(test.db, { ...change, role: 'editor' }, test.clock());
    expect(await isOpen(token)).toBe(true);
    const sent = { params: { id: own.id }, body: { reason: 'stolen' } };
    expect((await admin.call('POST /api/admin/people/:id/sign-out', sent)).status).toBe(200);
    expect(await isOpen(token)).toBe(false);
  });

  it('is limited in number, and to 300 requests a minute', async () => {
    const other = await createTestApp();
    const own = await other.createPerson({ state: 'admin' });
    const body = { name: 'Busy', scopes: ['content:read' as const], days: 30 as const };
    const made = [];
    for (let count = 0; count < MAX_API_TOKENS; count += 1)
      made.push((await own.call('POST /api/admin/tokens', { body })).body.token);
    const beyond = await own.call('POST /api/admin/tokens', { body });
    expect(beyond.body.error?.code).toBe('too_many');
    const headers = { authorization: `Bearer ${made[0]}` };
    const statuses = new Set<number>();
    for (let count = 0; count < 301; count += 1)
      statuses.add((await other.app.inject({ url: '/api/admin/authors', headers })).statusCode);
    expect([...statuses]).toEqual([200, 429]);
    await other.close();
  });
});

it('of tokens that are made in the same moment none is beyond the number that is listed, where nobody could revoke it', async () => {
  const other = await createTestApp();
  const own = await other.createPerson({ state: 'admin' });
  const body = { name: 'Hidden', scopes: ['content:write' as const], days: 365 as const };
  const made = await Promise.all(
    Array.from({ length: MAX_API_TOKENS + 10 }, () => own.call('POST /api/admin/tokens', { body })),
  );
  expect(made.filter(({ status }) => status === 201)).toHaveLength(MAX_API_TOKENS);
  expect(await other.db.$count(apiTokens)).toBe(MAX_API_TOKENS);
  await other.close();
});

describe('attacks by a token', () => {
  it.each(API_SCOPES)(
    '%s opens what the contract names, and nothing else of the studio',
    async (scope) => {
      const { token } = await create([scope]);
      for (const { method, path, scope: needed } of OF_STUDIO) {
        const { status, body } = await send(token, method, path);
        if (needed === scope) expect([401, 403], path).not.toContain(status);
        else
          expect([method, path, status, body.error]).toEqual([
            method,
            path,
            403,
            // Without a scope, the origin of a change is looked at first: a token opens none of these from anywhere.
            needed || method === 'GET'
              ? { code: 'admin_required', fields: { scope: needed ?? 'none' } }
              : { code: 'forbidden_origin' },
          ]);
      }
    },
  );

  it('no token of any scope reads or changes people, questions, money, roles or tokens', () => {
    const named = ENDPOINTS.filter(({ scope }) => scope !== undefined);
    expect(named.filter(({ access }) => access !== 'editor')).toEqual([]);
    expect(named.filter(({ method }) => method === 'DELETE')).toEqual([]);
  });

  it('a made-up token is refused though the browser that sends it is signed in', async () => {
    const cookie = { cookie: admin.cookie() };
    for (const token of ['envol_', 'envol_guessed', `envol_${'a'.repeat(32)}`]) {
      const { status } = await send(token, 'POST', '/api/admin/contents', cookie);
      expect([401, 403]).toContain(status);
    }
    const read = await send(`envol_${'a'.repeat(32)}`, 'GET', '/api/admin/contents', cookie);
    expect(read.status).toBe(401);
  });

  it('is described by the OpenAPI document, scope by scope', async () => {
    const { components, paths } = test.app.swagger() as unknown as {
      components: { securitySchemes: Record<string, unknown> };
      paths: Record<string, Record<string, { security?: unknown }>>;
    };
    expect(components.securitySchemes['apiToken']).toMatchObject({
      type: 'http',
      scheme: 'bearer',
    });
    expect(paths['/api/admin/contents']?.['post']?.security).toEqual([
      { apiToken: ['content:write'] },
    ]);
    expect(paths['/api/admin/people/{id}']?.['get']?.security).toBeUndefined();
  });
});

// The last, because it takes the clock along.
it('an API token expires, stays listed for a while, and is then deleted', async () => {
  const { token } = await create(['content:read']);
  test.clock.advance(30 * DAY_MS - 1000);
  expect(await isOpen(token)).toBe(true);
  test.clock.advance(1000);
  expect(await isOpen(token)).toBe(false);
  test.clock.advance(30 * DAY_MS + 1);
  await deleteExpiredApiTokens(test.db, test.clock());
  const { rows } = await test.db.execute('select id from api_tokens');
  expect(rows).toEqual([]);
});
