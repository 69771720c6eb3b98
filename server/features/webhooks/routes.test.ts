import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { importLibrary } from '#server/features/contents/import.ts';
import { runPeriodicTasks } from '#server/periodic-tasks.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { createContentFolder } from '#server/testing/library.ts';
import { createTestScript } from '#server/testing/generation-providers.ts';
import { ORDER_CONSENT, type TestPerson } from '#server/testing/people.ts';
import { startWebhookReceiver } from '#server/testing/webhook-receiver.ts';
import { WEBHOOK_DATA } from '#shared/contract/admin-webhooks.ts';
import { MAX_WEBHOOKS, WEBHOOK_EVENTS, type WebhookEvent } from '#shared/rules/webhook-events.ts';
import { MAX_TRIES } from './policy.ts';
import { createWebhookSender } from './service.ts';

let test: TestApp;
let admin: TestPerson;
let receiver: Awaited<ReturnType<typeof startWebhookReceiver>>;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  // The setting WEBHOOK_PRIVATE_ADDRESSES=1, without which nothing is sent to this machine.
  const webhooks = createWebhookSender({ allowsPrivateAddresses: true, timeoutMs: 300 });
  test = await createTestApp({ webhooks });
  await importLibrary(test.db, await createContentFolder([{ slug: 'one' }]));
  admin = await test.createPerson({ state: 'admin' });
});
afterAll(async () => {
  await test.close();
  await receiver.close();
});
afterEach(async () => {
  for (const { id } of (await list()).webhooks)
    await admin.call('DELETE /api/admin/webhooks/:id', { params: { id } });
  await test.runJobs();
  receiver.received.length = 0;
});

const list = async () => (await admin.call('GET /api/admin/webhooks')).body;
async function create(events: readonly WebhookEvent[] = WEBHOOK_EVENTS, own = admin) {
  const body = { url: receiver.url, events: [...events] };
  const reply = (await own.call('POST /api/admin/webhooks', { body })).body;
  return { secret: reply.secret, id: reply.webhooks.at(-1)?.id ?? '' };
}
const tryOut = (id: string) => admin.call('POST /api/admin/webhooks/:id/test', { params: { id } });
const latest = async () => (await list()).deliveries[0];
const parse = ({ body }: { body: string }) =>
  JSON.parse(body) as { type: WebhookEvent; timestamp: string; data: object };

/** Checks a signature as a receiver does, from the specification alone. */
function isSigned(secret: string, { headers, body }: (typeof receiver.received)[number]) {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const expected = createHmac('sha256', key).update(signed).digest('base64');
  return headers['webhook-signature'] === `v1,${expected}`;
}

async function publishSession() {
  const facts = {
    kind: 'flow',
    category: 'meditation',
    areas: ['fear_heights'],
    situations: ['cruise'],
    form: 'full',
    optIn: false,
    guard: null,
    access: 'pass',
    author: 'somebody',
  };
  const scripts = { en: createTestScript('en'), fr: createTestScript('fr') };
  const source = { facts, scripts } as never;
  const { id } = (await admin.call('POST /api/admin/contents', { body: { source } })).body;
  const body = { version: 1, state: 'published' } as const;
  await admin.call('PUT /api/admin/contents/:id/state', { params: { id }, body });
  return id;
}
async function buy(plan: 'monthly' | 'lifetime') {
  const own = await test.createPerson({ state: 'no_pass' });
  const order = { plan, currency: 'EUR', consent: ORDER_CONSENT } as const;
  const { url } = (await own.call('POST /api/checkouts', { body: order })).body;
  const id = new URL(url, 'http://localhost').searchParams.get('checkout') ?? '';
  const body = { card: 'accepted' } as const;
  await own.call('POST /api/sandbox/checkouts/:id/pay', { params: { id }, body });
  await own.call('POST /api/passes/sync');
  return own;
}
async function ask() {
  const settings = { isOpen: true, who: { en: 'Ada', fr: 'Ada' }, answerHours: 48 };
  await admin.call('PUT /api/admin/support/settings', { body: { version: 1, settings } });
  const own = await test.createPerson();
  const body = { id: crypto.randomUUID(), contentId: null, text: 'Why does it hum so?' };
  await own.call('POST /api/support/questions', { body });
  return { own, id: body.id };
}

describe('a webhook', () => {
  it('tells of a session that is published, a pass that is bought and a question, signed, and nothing of anybody', async () => {
    const { secret } = await create();
    const sessionId = await publishSession();
    const buyer = await buy('monthly');
    const { own, id } = await ask();
    await test.runJobs();
    const events = receiver.received.map(parse);
    const find = (type: WebhookEvent) => events.find((event) => event.type === type);
    expect(find('session.published')?.data).toMatchObject({ id: sessionId, version: 1 });
    expect(find('pass.bought')?.data).toMatchObject({
      tier: 'premium',
      plan: 'monthly',
      currency: 'EUR',
      isGift: false,
      isTest: true,
    });
    expect(find('question.asked')?.data).toEqual({ id });
    expect(events).toHaveLength(3);
    for (const { type, data } of events) expect(WEBHOOK_DATA[type].parse(data)).toEqual(data);
    for (const sent of receiver.received) expect(isSigned(secret, sent)).toBe(true);
    const all = JSON.stringify(receiver.received);
    for (const person of [buyer, own])
      for (const secretly of [person.id, person.email, 'Why does it hum'])
        expect(all).not.toContain(secretly);
  });

  it('tells of a purchase once, and of no renewal', async () => {
    await create(['pass.bought']);
    const own = await buy('monthly');
    await own.call('POST /api/passes/sync');
    await test.runJobs();
    expect(receiver.received).toHaveLength(1);
  });

  it('is sent nothing that it does not want, and nothing of what was rolled back', async () => {
    await create(['question.asked']);
    await publishSession();
    const params = { id: crypto.randomUUID() };
    const body = { version: 1, state: 'published' } as const;
    await admin.call('PUT /api/admin/contents/:id/state', { params, body });
    await test.runJobs();
    expect(receiver.received).toEqual([]);
  });

  it.each([
    ['an error', 500, { status: 500, problem: null }],
    ['a redirect, which is not followed,', 302, { status: 302, problem: null }],
    ['an answer that is lost', 'lost', { status: null, problem: 'no_answer' }],
    ['no answer in time', 'silent', { status: null, problem: 'timed_out' }],
  ] as const)('is sent again after %s with the same id and body', async (_name, fault, seen) => {
    const { id, secret } = await create();
    await tryOut(id);
    // Two tries a run.
    receiver.answer(fault, fault);
    await test.runJobs();
    expect(await latest()).toMatchObject({ state: 'waiting', tries: 2, ...seen });
    await test.runJobs();
    expect(await latest()).toMatchObject({ state: 'delivered', tries: 3, status: 204 });
    expect(receiver.received).toHaveLength(3);
    expect(new Set(receiver.received.map(({ path }) => path))).toEqual(new Set(['/hook']));
    expect(new Set(receiver.received.map(({ body }) => body)).size).toBe(1);
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    for (const sent of receiver.received) expect(isSigned(secret, sent)).toBe(true);
  });

  it('is sent nothing more once its receiver says that it is gone, or after the last try', async () => {
    const { id } = await create();
    await tryOut(id);
    receiver.answer(410);
    await test.runJobs();
    expect(await latest()).toMatchObject({ state: 'failed', tries: 1, status: 410 });
    await tryOut(id);
    await test.db.execute(
      `update webhook_deliveries set tries = ${MAX_TRIES - 1} where state = 'waiting'`,
    );
    receiver.answer(500);
    await test.runJobs();
    expect(await latest()).toMatchObject({ state: 'failed', tries: MAX_TRIES, status: 500 });
  });

  it('is sent nothing once it is removed', async () => {
    const { id } = await create();
    await tryOut(id);
    await admin.call('DELETE /api/admin/webhooks/:id', { params: { id } });
    await test.runJobs();
    expect(receiver.received).toEqual([]);
    expect(await list()).toEqual({ webhooks: [], deliveries: [] });
    expect((await tryOut(id)).status).toBe(404);
  });

  it('tells its secret once, keeps it encrypted, and enters the audit log without its path', async () => {
    const { secret } = await create();
    expect(secret).toMatch(/^whsec_[A-Za-z\d+/]{43}=$/);
    const { rows } = await test.db.execute('select * from webhooks');
    const { entries } = (await admin.call('GET /api/admin/audit')).body;
    const told = JSON.stringify([rows, await list(), entries]);
    expect(told).not.toContain(secret);
    expect(entries[0]).toMatchObject({
      action: 'webhook.add',
      target: `webhook ${new URL(receiver.url).host}`,
      details: { events: WEBHOOK_EVENTS.join(' ') },
    });
  });

  it('is one of ten at most, also of those made in the same moment', async () => {
    const body = { url: receiver.url, events: ['pass.bought' as const] };
    const made = await Promise.all(
      Array.from({ length: MAX_WEBHOOKS + 3 }, () =>
        admin.call('POST /api/admin/webhooks', { body }),
      ),
    );
    expect(made.filter(({ status }) => status === 201)).toHaveLength(MAX_WEBHOOKS);
    expect((await list()).webhooks).toHaveLength(MAX_WEBHOOKS);
  });

  it('is described by the OpenAPI document, event by event', () => {
    const { webhooks } = test.app.swagger() as unknown as { webhooks: Record<string, unknown> };
    expect(Object.keys(webhooks)).toEqual([...WEBHOOK_EVENTS]);
    expect(JSON.stringify(webhooks['question.asked'])).toContain('"const":"question.asked"');
  });

  it('leaves no delivery that is older than a month', async () => {
    const { id } = await create();
    await tryOut(id);
    await test.runJobs();
    await test.db.execute(`update webhook_deliveries set at = at - interval '31 days'`);
    await runPeriodicTasks(test.app.dependencies);
    expect(await list()).toMatchObject({ webhooks: [{ id }], deliveries: [] });
  });
});

describe('without the setting for private addresses', () => {
  const sender = createWebhookSender({ allowsPrivateAddresses: false });
  it.each([
    ...['http://example.com/', 'https://127.0.0.1/', 'https://[::1]/', 'https://10.0.0.1/'],
    ...['https://2130706433/', 'https://0x7f.1/', 'https://169.254.169.254/latest/meta-data'],
    ...['https://ada:secret@example.com/', 'ftp://example.com/', 'https://[::ffff:127.0.0.1]/'],
  ])('%s is refused', async (url) => {
    expect(sender.isAddressAllowed(url)).toBe(false);
    expect(await sender.send(url, {}, '{}')).toEqual({ problem: 'private_address' });
  });

  it('a name that leads to this machine is sent nothing, whatever it was when it was entered', async () => {
    const { port } = new URL(receiver.url);
    const url = `https://localhost:${port}/`;
    expect(sender.isAddressAllowed(url)).toBe(true);
    expect(await sender.send(url, {}, '{}')).toEqual({ problem: 'private_address' });
  });

  it('an address that is refused becomes no webhook', async () => {
    const other = await createTestApp();
    const own = await other.createPerson({ state: 'admin' });
    const body = { url: receiver.url, events: ['pass.bought' as const] };
    const reply = await own.call('POST /api/admin/webhooks', { body });
    expect(reply).toMatchObject({
      status: 400,
      body: { error: { fields: { url: 'invalid' } } },
    });
    await other.close();
  });
});
