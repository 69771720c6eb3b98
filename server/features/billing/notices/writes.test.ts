import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runPeriodicTasks } from '#server/periodic-tasks.ts';
import { parseOperatorSettings } from '#server/features/system/policy.ts';
import { type TestPerson, ORDER_CONSENT, PASSWORD } from '#server/testing/people.ts';
import {
  createStripeSite,
  parseCheckoutSessionId,
  type StripeSite,
} from '#server/testing/stripe/site.ts';
import { GIFT_CONSENT_VERSION } from '#shared/contract/gifts.ts';
import { VAT_EXEMPTION_NOTICE } from '#shared/rules/operator.ts';
import { plans } from '../prices/table.ts';
import { listPasses } from '../reads.ts';

// In the past, because people stay signed in for thirty days by the real clock.
const START = '2026-06-21T12:00:00Z';
const DAY = 86_400_000;
let site: StripeSite;
let ada: TestPerson;
beforeAll(async () => {
  site = await createStripeSite({ clock: START });
});
beforeEach(async () => {
  site.setClock(START);
  ada = await site.createPerson({ state: 'no_pass' });
});
afterAll(() => site.close());

const listOwnEmails = (person = ada) => site.emails.filter(({ to }) => to === person.email);
/** The subjects of what was written about passes, oldest first. */
const listSubjects = (person = ada) =>
  listOwnEmails(person).flatMap(({ subject }) => /^\[[^\]]+\] (.*)/.exec(subject)?.[1] ?? []);
const readLastText = (person = ada) =>
  listOwnEmails(person).at(-1)?.text.replaceAll(/\s+/g, ' ') ?? '';
const findPayment = async () => (await listPasses(site.db, ada.id))[0]?.paymentRef ?? '';

async function tick(days: number): Promise<void> {
  site.advance(days * DAY);
  const [pass] = await listPasses(site.db, ada.id);
  await site.fixture.actions.tick(pass?.customerId ?? '');
  await site.runJobs();
}
async function withdraw(person = ada): Promise<void> {
  const { id } = (await person.call('GET /api/passes/mine')).body.pass ?? { id: '' };
  const press = () => person.call('POST /api/passes/mine/withdrawal', { body: { id } });
  await Promise.all([press(), press()]);
  await site.runJobs();
}
async function passADay(): Promise<void> {
  await runPeriodicTasks(site.app.dependencies);
  await site.runJobs();
}

const OPERATOR = parseOperatorSettings({});
const RECEIPT = 'Your Envol receipt';
const GIFT_CONSENT = { withdrawalUntilRedeemed: true, version: GIFT_CONSENT_VERSION } as const;

describe('whoever buys', () => {
  it('gets one receipt, however often the state is read, with the price, the renewal and the time to withdraw', async () => {
    await site.buy(ada, 'yearly');
    const sync = () => ada.call('POST /api/passes/sync');
    await Promise.all([sync(), sync(), sync()]);
    await site.runJobs();
    expect(listSubjects()).toEqual([RECEIPT]);
    const text = readLastText();
    expect(text).toContain('the yearly pass on 21 June 2026 and paid €89.99 (tax included)');
    expect(text).toContain('until 21 June 2027; then it renews for €89.99');
    expect(text).toContain('change your mind until 6 July 2026');
    expect(text).toContain('http://localhost/auth?next=/subscription');
  });

  it('reads it in French, with its dates and its money', async () => {
    const zoe = await site.createPerson({ state: 'no_pass', language: 'fr' });
    await site.buy(zoe, 'lifetime');
    expect(listSubjects(zoe)).toEqual(['Votre reçu Envol']);
    const text = readLastText(zoe);
    expect(text).toContain('Vous avez pris le pass à vie le 21 juin 2026 et payé 199,99 €');
    expect(text).toContain('à vous pour toujours');
  });

  it('is told that no money moved where the payment was a test', async () => {
    await site.buy(ada, 'monthly');
    expect(listOwnEmails().at(-1)?.subject).toBe(`[TEST MODE] ${RECEIPT}`);
    expect(readLastText()).toContain('no money has changed hands');
  });

  it('reads nothing of a fear there', async () => {
    await site.buy(ada, 'monthly');
    expect(readLastText()).not.toMatch(/fear|anxi|turbulence|height|score/i);
  });
});

describe('whoever gives a pass back', () => {
  it('gets one confirmation of it, and nothing more of the money or of the end', async () => {
    await site.buy(ada, 'yearly');
    await withdraw();
    await tick(1);
    expect(listSubjects()).toEqual([
      RECEIPT,
      'Your Envol pass has ended: your withdrawal is confirmed',
    ]);
    expect(readLastText()).toContain('on 21 June 2026 at 14:00 CEST');
    expect(readLastText()).toContain('everything you paid for it, €89.99');
  });

  it('gets it though the provider is silent', async () => {
    await site.buy(ada, 'lifetime');
    site.server.state.trouble = 'garbage';
    await withdraw();
    expect(listSubjects()).toHaveLength(2);
    site.server.state.trouble = null;
    await site.runJobs();
    expect(listSubjects()).toHaveLength(2);
  });
});

describe('whoever pays twice all the same', () => {
  /** Pays at a page that our server knows nothing of, as if two of its servers had opened one each. */
  async function payBesides(plan: 'monthly' | 'lifetime'): Promise<void> {
    const { payments } = site.app.dependencies;
    const [pass] = await listPasses(site.db, ada.id);
    const { sessionId } = await payments!.openCheckout({
      attempt: 0,
      checkoutId: `${ada.id}-${plan}`,
      customerId: pass?.customerId ?? '',
      plan,
      planName: plan,
      currency: 'EUR',
      amountMinor: 19_999,
      usualAmountMinor: 19_999,
      offerId: null,
      isGift: false,
      replaced: null,
      language: 'en',
      successUrl: 'https://a.test',
      cancelUrl: 'https://a.test',
    });
    await site.fixture.actions.pay(sessionId, 'accepted');
    await site.runJobs();
  }

  it.each(['lifetime', 'monthly'] as const)(
    'for a %s pass beside another gets it back at once, and is told that the other stays open',
    async (plan) => {
      await site.buy(ada, 'lifetime');
      await payBesides(plan);
      expect(listSubjects()).toEqual([RECEIPT, RECEIPT, 'Your Envol payment is being refunded']);
      expect(readLastText()).toContain('You have another pass, which stays open');
      expect((await ada.call('GET /api/subscription-status')).body.tier).toBe('lifetime');
      const [pass] = await listPasses(site.db, ada.id);
      const charges = await site.fixture.actions.readCharges(pass?.customerId ?? '');
      expect(charges.filter(({ refunded }) => refunded)).toHaveLength(1);
    },
  );
});

describe('the owner of a trip pass', () => {
  it('is told once that it is over, and that nothing renews', async () => {
    await site.db.update(plans).set({ onSale: true }).where(eq(plans.plan, 'trip'));
    await site.buy(ada, 'trip');
    await site.db.update(plans).set({ onSale: false }).where(eq(plans.plan, 'trip'));
    site.advance(29 * DAY);
    await passADay();
    expect(listSubjects()).toEqual([RECEIPT]);
    site.advance(1 * DAY);
    await Promise.all([passADay(), passADay()]);
    await passADay();
    expect(listSubjects()).toEqual([RECEIPT, 'Your Envol trip pass has ended']);
    expect(readLastText()).toContain('valid until 21 July 2026. It doesn’t renew');
  });
});

describe('whoever is refunded', () => {
  it('is told how much each time: a part, then the rest', async () => {
    await site.buy(ada, 'lifetime');
    await site.fixture.actions.refund(await findPayment(), 5000);
    await site.runJobs();
    expect(readLastText()).toContain('refunded €50.00 for your lifetime pass');
    await site.fixture.actions.refund(await findPayment());
    await site.runJobs();
    expect(listSubjects()).toEqual([
      RECEIPT,
      'Part of your Envol payment is being refunded',
      'Your Envol payment is being refunded',
    ]);
    expect(readLastText()).toContain('refunded €149.99');
  });

  it('is told that the pass has ended when a bank took the money back', async () => {
    await site.buy(ada, 'lifetime');
    await site.fixture.actions.dispute(await findPayment());
    await site.fixture.actions.closeDispute(await findPayment(), 'lost');
    await site.runJobs();
    expect(listSubjects()).toEqual([RECEIPT, 'Your Envol pass has ended']);
  });
});

describe('the reminder before a year renews', () => {
  const REMINDER = 'Your Envol pass renews on 21 June 2027';

  it('comes six weeks before, once for each renewal, and says what it will cost', async () => {
    await site.buy(ada, 'yearly');
    site.advance(322 * DAY);
    await passADay();
    expect(listSubjects()).toEqual([RECEIPT]);
    site.advance(DAY);
    await Promise.all([passADay(), passADay()]);
    await passADay();
    expect(listSubjects()).toEqual([RECEIPT, REMINDER]);
    expect(readLastText()).toContain('renews for another year and €89.99 is charged');
    await tick(43);
    site.advance(330 * DAY);
    await passADay();
    expect(listSubjects().slice(2)).toEqual([
      'Your Envol pass has been renewed',
      'Your Envol pass renews on 21 June 2028',
    ]);
  });

  it('does not come for a year that was stopped, nor for a month', async () => {
    await site.buy(ada, 'yearly');
    await ada.call('PUT /api/passes/mine/renewal', { body: { renews: false } });
    const ben = await site.createPerson({ state: 'no_pass' });
    await site.buy(ben, 'monthly');
    const before = listSubjects();
    site.advance(20 * DAY);
    await passADay();
    site.advance(310 * DAY);
    await passADay();
    expect(listSubjects()).toEqual(before);
    expect(listSubjects(ben).filter((subject) => subject.includes('renews on'))).toEqual([]);
  });
});

describe('whoever has paused a pass', () => {
  const REMINDER = 'Your Envol pass comes back on 21 September 2026';
  const pause = () => ada.call('PUT /api/passes/mine/pause', { body: { months: 2 } });

  it('is told a week before it goes on, once, with the price and the last day to end it', async () => {
    await site.buy(ada, 'monthly');
    await pause();
    await tick(40);
    site.setClock('2026-09-14T11:00:00Z');
    await passADay();
    expect(listSubjects()).toEqual([RECEIPT, 'Your Envol pass is paused']);
    site.setClock('2026-09-14T12:00:00Z');
    await Promise.all([passADay(), passADay()]);
    await passADay();
    expect(listSubjects().slice(2)).toEqual([REMINDER]);
    expect(readLastText()).toContain('€14.99 is charged to your card');
    expect(readLastText()).toContain('by 20 September 2026');
  });

  it('is told nothing of it once the pause or the contract is ended', async () => {
    await site.buy(ada, 'monthly');
    await pause();
    await ada.call('PUT /api/passes/mine/renewal', { body: { renews: false } });
    const ben = await site.createPerson({ state: 'no_pass' });
    await site.buy(ben, 'monthly');
    await ben.call('PUT /api/passes/mine/pause', { body: { months: 2 } });
    await ben.call('PUT /api/passes/mine/pause', { body: { months: null } });
    site.setClock('2026-09-15T12:00:00Z');
    await passADay();
    for (const person of [ada, ben]) expect(listSubjects(person)).not.toContain(REMINDER);
  });
});

describe('whoever has redeemed a gift', () => {
  const REMINDER = 'Your Envol pass ends on 21 July 2026';
  const redeem = async () => {
    const giver = await site.createPerson({ state: 'no_pass' });
    const { body } = await giver.call('POST /api/gifts', {
      body: { plan: 'monthly', currency: 'EUR', amountMinor: 1499, consent: GIFT_CONSENT },
    });
    await site.fixture.actions.pay(parseCheckoutSessionId(body.url), 'accepted');
    await site.runJobs();
    const { code } = (await giver.call('GET /api/gifts')).body.gifts[0]!;
    await ada.call('POST /api/gifts/redeem', { body: { code } });
  };

  it('is told a week before it ends, once, that nothing is charged', async () => {
    await redeem();
    site.advance(22 * DAY);
    await passADay();
    expect(listSubjects()).toEqual([]);
    site.advance(1 * DAY);
    await Promise.all([passADay(), passADay()]);
    await passADay();
    expect(listSubjects()).toEqual([REMINDER]);
    expect(readLastText()).toContain('It doesn’t renew, and nothing is charged');
    site.advance(8 * DAY);
    await passADay();
    expect(listSubjects()).toEqual([REMINDER]);
  });

  it('is told nothing while another pass follows it', async () => {
    await redeem();
    await redeem();
    site.advance(24 * DAY);
    await passADay();
    expect(listSubjects()).toEqual([]);
    site.advance(31 * DAY);
    await passADay();
    expect(listSubjects()).toEqual(['Your Envol pass ends on 21 August 2026']);
  });
});

describe('a subscription', () => {
  it('tells of each renewal with a receipt, of a stop, and of its end', async () => {
    await site.buy(ada, 'monthly');
    await tick(30);
    await ada.call('PUT /api/passes/mine/renewal', { body: { renews: false } });
    await site.runJobs();
    expect(readLastText()).toContain('The contract ends on 21 August 2026');
    await tick(32);
    await tick(1);
    expect(listSubjects()).toEqual([
      RECEIPT,
      'Your Envol pass has been renewed',
      'Your Envol contract is cancelled',
      'Your Envol pass has ended',
    ]);
  });

  it('tells once of a payment that failed, until when access lasts, and of the end if it is never paid', async () => {
    await site.buy(ada, 'monthly', 'declined_later');
    await tick(30);
    await tick(3);
    expect(listSubjects()).toEqual([RECEIPT, 'A payment for your Envol pass didn’t go through']);
    expect(readLastText()).toContain('Your access stays open until 28 July 2026');
    await tick(20);
    expect(listSubjects().slice(2)).toEqual(['Your Envol pass has ended']);
  });

  it('tells that the bank asks for a confirmation, and takes it at the portal', async () => {
    const { body } = await ada.call('POST /api/checkouts', {
      body: { plan: 'monthly', currency: 'EUR', consent: ORDER_CONSENT },
    });
    await site.fixture.actions.pay(parseCheckoutSessionId(body.url), 'authentication_always', true);
    await site.runJobs();
    for (const days of [30, 4]) await tick(days);
    expect(listSubjects()).toEqual([RECEIPT, 'Your bank asks you to confirm a payment for Envol']);
    const readPass = async () => (await ada.call('GET /api/passes/mine')).body.pass;
    expect(await readPass()).toMatchObject({ status: 'past_due', asksBank: true, isActive: true });
    const [pass] = await listPasses(site.db, ada.id);
    await site.fixture.actions.changeCard(pass?.customerId ?? '', 'authentication_always');
    await site.runJobs();
    expect(await readPass()).toMatchObject({ status: 'live', asksBank: false });
    expect(listSubjects().slice(2)).toEqual(['Your Envol pass has been renewed']);
  });

  it('tells of a change to a year with its receipt, and of a lifetime pass that replaces it nothing but its own', async () => {
    await site.buy(ada, 'monthly');
    const { dueMinor } = (await ada.call('GET /api/passes/mine/yearly')).body;
    await ada.call('POST /api/passes/mine/yearly', { body: { dueMinor, consent: ORDER_CONSENT } });
    await site.runJobs();
    expect(listSubjects()).toEqual([RECEIPT, 'Your Envol pass has changed']);
    await tick(1);
    const { body } = await ada.call('POST /api/checkouts', {
      body: { plan: 'lifetime', currency: 'EUR', consent: ORDER_CONSENT },
    });
    await site.fixture.actions.pay(parseCheckoutSessionId(body.url), 'accepted');
    await site.runJobs();
    expect(listSubjects().slice(2)).toEqual([RECEIPT]);
  });
});

it('an erased account is written nothing of its passes', async () => {
  await site.buy(ada, 'monthly');
  site.emails.length = 0;
  await site.fixture.actions.refund(await findPayment());
  await ada.call('DELETE /api/users/me', {
    body: { email: ada.email, currentPassword: PASSWORD },
  });
  await site.runJobs();
  expect(listSubjects()).toEqual([]);
});

it('says of tax, in either language, the number of who charges it or the sentence of who does not', async () => {
  const said: string[] = [];
  for (const vat of ['FR00123456789', VAT_EXEMPTION_NOTICE]) {
    const shop = await createStripeSite({ clock: START, operator: { ...OPERATOR, vat } });
    for (const language of ['en', 'fr'] as const) {
      const buyer = await shop.createPerson({ state: 'no_pass', language });
      await shop.buy(buyer, 'lifetime');
      const text = shop.emails.find(({ to }) => to === buyer.email)?.text ?? '';
      said.push(
        /\((?:tax|toutes taxes|TVA)[^)]*\)/.exec(text.replaceAll(/\s+/g, ' '))?.[0] ?? text,
      );
    }
    await shop.close();
  }
  expect(said).toEqual([
    '(tax included, VAT number FR00123456789)',
    '(toutes taxes comprises, TVA FR00123456789)',
    `(${VAT_EXEMPTION_NOTICE})`,
    `(${VAT_EXEMPTION_NOTICE})`,
  ]);
});
