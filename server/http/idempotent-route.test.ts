import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { idempotencyKeys } from '#server/features/sync/table.ts';
import { deleteOldIdempotencyKeys } from '#server/features/sync/writes.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { type TestPerson, PASSWORD } from '#server/testing/people.ts';
import { QUEUED_ROUTES } from '#shared/rules/queued-routes.ts';

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

const step = (words: string, id: string = crypto.randomUUID()) =>
  ({ id, area: 'fear_heights', material: 'own', words }) as const;
const put = (own: TestPerson, steps: ReturnType<typeof step>[], key?: string) =>
  own.call('PUT /api/ladder', {
    body: { steps },
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  });
const listKeys = ({ id }: TestPerson) =>
  site.db.select().from(idempotencyKeys).where(eq(idempotencyKeys.userId, id));

describe('a write with an idempotency key', () => {
  it('delivered again is not done again, and is answered with what is kept by then', async () => {
    const ada = await site.createPerson();
    const key = crypto.randomUUID();
    const one = step('one');
    expect((await put(ada, [one], key)).body.steps[0]?.words).toBe('one');
    await put(ada, [step('two', one.id)]);
    for (const again of [key, key.toUpperCase()]) {
      const { status, body } = await put(ada, [one], again);
      expect([status, body.steps.map(({ words }) => words)]).toEqual([200, ['two']]);
    }
  });

  it('delivered ten times at once is done once, and answered ten times', async () => {
    const ada = await site.createPerson();
    const key = crypto.randomUUID();
    const steps = [step('one')];
    const answers = await Promise.all(Array.from({ length: 10 }, () => put(ada, steps, key)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(await listKeys(ada)).toHaveLength(1);
  });

  it('is a conflict where the key names another write', async () => {
    const ada = await site.createPerson();
    const headers = { 'idempotency-key': crypto.randomUUID() };
    const one = step('one');
    await ada.call('PUT /api/ladder', { body: { steps: [one] }, headers });
    const others = [
      await ada.send('PUT /api/ladder', { body: { steps: [step('two', one.id)] }, headers }),
      await ada.send('DELETE /api/ledger/:id', {
        params: { id: one.id },
        body: { writtenAt: site.clock().toISOString() },
        headers,
      }),
    ];
    for (const { status, body } of others)
      expect([status, (body as { error?: { code: string } }).error?.code]).toEqual([
        409,
        'conflict',
      ]);
    const { steps } = (await ada.call('GET /api/ladder')).body;
    expect(steps.map(({ words }) => words)).toEqual(['one']);
  });

  it('is done when it was refused before', async () => {
    const ada = await site.createPerson();
    const one = step('one');
    const attempt = {
      body: {
        id: crypto.randomUUID(),
        stepId: one.id,
        startedAt: site.clock().toISOString(),
        setting: 'home_alone',
        expected: 'I will faint',
        sure: 80,
        before: 5,
        outcome: null,
      },
      headers: { 'idempotency-key': crypto.randomUUID() },
    };
    expect((await ada.call('POST /api/ladder/attempts', attempt)).status).toBe(404);
    expect(await listKeys(ada)).toEqual([]);
    await put(ada, [one]);
    const { status, body } = await ada.call('POST /api/ladder/attempts', attempt);
    expect([status, body.steps[0]?.attempts.length]).toEqual([200, 1]);
  });

  it('belongs to its person', async () => {
    const ada = await site.createPerson();
    const eve = await site.createPerson();
    const key = crypto.randomUUID();
    await put(ada, [step('one')], key);
    expect((await put(eve, [step('two')], key)).body.steps.map(({ words }) => words)).toEqual([
      'two',
    ]);
  });

  it.each(['', 'x', '019a0000-0000-7000-8000-00000000000'])(
    'is refused where the key is none: %j',
    async (key) => {
      const ada = await site.createPerson();
      const { status, body } = await put(ada, [step('one')], key);
      expect([status, body.error]).toEqual([
        400,
        { code: 'invalid_input', fields: { headers: 'invalid_format' } },
      ]);
      expect((await ada.call('GET /api/ladder')).body.steps).toEqual([]);
    },
  );
});

describe('an idempotency key', () => {
  it('holds nothing of what was sent, and is kept for 60 days', async () => {
    const ada = await site.createPerson();
    await put(ada, [step('a marker')], crypto.randomUUID());
    const [kept] = await listKeys(ada);
    expect(JSON.stringify(kept)).not.toMatch(/marker|fear_heights/);
    const days = (count: number) => new Date(site.clock().getTime() + count * 86_400_000);
    await deleteOldIdempotencyKeys(site.db, days(60));
    expect(await listKeys(ada)).toHaveLength(1);
    await deleteOldIdempotencyKeys(site.db, days(60.1));
    expect(await listKeys(ada)).toEqual([]);
  });

  it('is erased with its person', async () => {
    const ada = await site.createPerson();
    await put(ada, [step('one')], crypto.randomUUID());
    const body = { email: ada.email, currentPassword: PASSWORD };
    expect((await ada.call('DELETE /api/users/me', { body })).status).toBe(200);
    expect(await listKeys(ada)).toEqual([]);
  });
});

// Last, because to write the whole document keeps the server busy.
it('every write that may wait on a device takes an idempotency key', () => {
  const { paths = {} } = site.app.swagger() as {
    paths?: Record<string, Record<string, { parameters?: { name: string }[] }>>;
  };
  const lacking = Object.keys(QUEUED_ROUTES).filter((route) => {
    const [method = '', path = ''] = route.split(' ');
    const operation = paths[path.replace(':id', '{id}')]?.[method.toLowerCase()];
    return !operation?.parameters?.some(({ name }) => name === 'idempotency-key');
  });
  expect(lacking).toEqual([]);
});
