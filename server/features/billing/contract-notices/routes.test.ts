import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runPeriodicTasks } from '#server/periodic-tasks.ts';
import type { TestPerson } from '#server/testing/people.ts';
import { createStripeSite, type StripeSite } from '#server/testing/stripe/site.ts';
import { listPasses } from '../reads.ts';

// In the past, because people stay signed in for thirty days by the real clock.
const START = '2026-06-23T12:00:00Z';
const DAY = 86_400_000;
let site: StripeSite;
let ada: TestPerson;
beforeAll(async () => {
  site = await createStripeSite({ clock: START });
});
beforeEach(async () => {
  site.setClock(START);
  site.server.state.trouble = null;
  ada = await site.createPerson({ state: 'no_pass' });
});
afterAll(() => site.close());

const readPass = async () => (await ada.call('GET /api/passes/mine')).body.pass;
const build = (kind: 'end' | 'withdraw' | 'leave', notice = {}) => ({
  body: {
    kind,
    name: 'Ada Lovelace',
    email: ada.email,
    reference: null,
    passId: null,
    language: 'en',
    ...notice,
  },
});
const declare = (kind: 'end' | 'withdraw' | 'leave') =>
  ada.call('POST /api/contract-notices', build(kind));
const declareAsVisitor = (kind: 'end' | 'withdraw', notice = {}) =>
  site.createBrowser().call('POST /api/contract-notices', build(kind, notice));
const readEmails = (to = ada.email) =>
  site.emails
    .filter((email) => email.to === to)
    .map(({ subject, text }) => `${subject} ${text}`.replaceAll(/\s+/g, ' '));
const listMessages = async () => {
  const admin = await site.createPerson({ state: 'admin' });
  return (await admin.call('GET /api/admin/messages')).body.messages;
};

describe('whoever ends a contract', () => {
  it('keeps what is paid, is charged nothing more, and reads when the notice came and when the contract ends', async () => {
    await site.buy(ada, 'yearly');
    const { status, body } = await declare('end');
    expect(status).toBe(200);
    expect(body).toMatchObject({ receivedAt: '2026-06-23T12:00:00.000Z', effect: 'ends' });
    await site.runJobs();
    expect(await readPass()).toMatchObject({ isActive: true, renews: false });
    expect(body.endsAt).toBe((await readPass())?.periodEnd);
    const last = readEmails().at(-1);
    expect(last).toContain('Your Envol contract is cancelled');
    expect(last).toContain('on 23 June 2026 at 14:00 CEST: Amelia');
    expect(last).toContain('The contract ends on 23 June 2027');
  });

  it('is told once, however often it is pressed', async () => {
    await site.buy(ada, 'monthly');
    const replies = await Promise.all([declare('end'), declare('end')]);
    await declare('end');
    await site.runJobs();
    expect(replies.map(({ body }) => body.effect)).toEqual(['ends', 'ends']);
    expect(readEmails().filter((email) => /cancelled|won’t renew/.test(email))).toHaveLength(1);
  });

  it('has it ended though the provider is silent, and nothing renews meanwhile', async () => {
    await site.buy(ada, 'monthly');
    site.server.state.trouble = 'dead';
    expect((await declare('end')).body.effect).toBe('ends');
    expect(await readPass()).toMatchObject({ renews: false });
    site.server.state.trouble = null;
    await ada.call('POST /api/passes/sync');
    expect(await readPass()).toMatchObject({ renews: false });
    await site.runJobs();
    site.advance(31 * DAY);
    await ada.call('POST /api/passes/sync');
    await site.runJobs();
    expect(await readPass()).toBeNull();
    const [pass] = await listPasses(site.db, ada.id);
    expect(pass).toMatchObject({ status: 'ended', paidMinor: 1499 });
  });

  it('can let it renew again, and the notice that waited changes nothing any more', async () => {
    await site.buy(ada, 'monthly');
    site.server.state.trouble = 'dead';
    await declare('end');
    site.server.state.trouble = null;
    await ada.call('PUT /api/passes/mine/renewal', { body: { renews: true } });
    await site.runJobs();
    expect(await readPass()).toMatchObject({ renews: true });
  });

  it('needs no sign-in: the renewal of the account at that address ends, and the reply tells nobody that there is one', async () => {
    await site.buy(ada, 'monthly');
    const known = await declareAsVisitor('end');
    const unknown = await declareAsVisitor('end', { email: 'nobody@example.org' });
    expect(known.body).toEqual(unknown.body);
    await site.runJobs();
    expect(await readPass()).toMatchObject({ isActive: true, renews: false });
    expect(readEmails().at(-1)).toContain('contract is cancelled');
    expect(readEmails('nobody@example.org').at(-1)).toContain('Name: Ada Lovelace');
  });

  it('without a contract is heard all the same: confirmed by email, and kept for the operator', async () => {
    const { status, body } = await ada.call('POST /api/contract-notices', {
      ...build('end', { reference: 'receipt 1234', reason: 'I fly well now' }),
    });
    expect([status, body.effect]).toEqual([200, 'recorded']);
    await site.runJobs();
    expect(readEmails().at(-1)).toContain('Order: receipt 1234');
    expect((await listMessages())[0]).toMatchObject({ page: '/contract', replyTo: ada.email });
  });
});

describe('whoever withdraws', () => {
  it('gets everything back, and a confirmation with what was declared, the day and the time', async () => {
    await site.buy(ada, 'lifetime');
    site.advance(DAY);
    expect((await declare('withdraw')).body.effect).toBe('withdrawn');
    await site.runJobs();
    expect(await readPass()).toBeNull();
    expect((await listPasses(site.db, ada.id))[0]).toMatchObject({ refundedMinor: 19_999 });
    expect(readEmails().at(-1)).toContain(
      `on 24 June 2026 at 14:00 CEST: Amelia (${ada.email}) withdraws from the contract for the lifetime pass`,
    );
  });

  it('without a sign-in has it recorded for the operator, and no stranger can end a pass that way', async () => {
    await site.buy(ada, 'yearly');
    expect((await declareAsVisitor('withdraw')).body.effect).toBe('recorded');
    await site.runJobs();
    expect(await readPass()).toMatchObject({ isActive: true, renews: true });
    expect(readEmails().at(-1)).toContain('Your withdrawal counts from that moment');
    expect((await listMessages())[0]?.text).toContain('Withdrawal from a contract with Envol');
  });

  it('on a phone whose app is locked is nobody, whoever is signed in on it', async () => {
    await site.buy(ada, 'yearly');
    const notice = build('withdraw', { isVisitor: true });
    expect((await ada.call('POST /api/contract-notices', notice)).body.effect).toBe('recorded');
    await site.runJobs();
    expect(await readPass()).toMatchObject({ isActive: true, renews: true });
  });

  it('finds the model form in the receipt', async () => {
    await site.buy(ada, 'yearly');
    expect(readEmails().at(-1)).toContain('I hereby give notice that I withdraw from my contract');
  });
});

describe('whoever was not reminded of a renewal', () => {
  async function renew(isReminded: boolean): Promise<void> {
    site.setClock('2025-06-23T12:00:00Z');
    await site.buy(ada, 'yearly');
    site.advance(325 * DAY);
    if (isReminded) await runPeriodicTasks(site.app.dependencies);
    site.advance(41 * DAY);
    await ada.call('POST /api/passes/sync');
    await site.runJobs();
  }

  it('leaves the year at once, and gets back what was paid for the days that are left', async () => {
    await renew(false);
    expect((await readPass())?.leaveMinor).toBe(Math.floor((8999 * 364) / 365));
    expect((await declare('leave')).body.effect).toBe('left');
    await site.runJobs();
    expect(await readPass()).toBeNull();
    const [pass] = await listPasses(site.db, ada.id);
    expect(pass).toMatchObject({ status: 'ended', refundedMinor: Math.floor((8999 * 364) / 365) });
    expect(readEmails().at(-1)).toContain('whose renewal we didn’t announce in time');
  });

  it('is who was not: with the reminder, nothing is to be left', async () => {
    await renew(true);
    expect(await readPass()).toMatchObject({ plan: 'yearly', renews: true, leaveMinor: 0 });
    expect((await declare('leave')).body.effect).toBe('recorded');
    expect(await readPass()).toMatchObject({ renews: true });
  });
});
