import { afterEach, describe, expect, it } from 'vitest';
import { parseOperatorSettings } from '#server/features/system/policy.ts';
import { refreshTotals } from '#server/features/totals/writes.ts';
import { ORDER_CONSENT, type TestPerson } from '#server/testing/people.ts';
import {
  createStripeSite,
  parseCheckoutSessionId,
  type StripeSite,
} from '#server/testing/stripe/site.ts';
import { GIFT_CONSENT_VERSION } from '#shared/contract/gifts.ts';
import { listPasses } from '../reads.ts';
import type { TaxSetting } from '../settings/policy.ts';

// So long ago that a year later is past too: people stay signed in by the real clock.
const START = '2025-06-21T12:00:00Z';
const DAY = 86_400_000;
const TAX_RATES = {
  txr_20: { percentage: 20, isInclusive: true },
  txr_55: { percentage: 5.5, isInclusive: true },
  txr_top: { percentage: 20, isInclusive: false },
};
const GIFT_CONSENT = { withdrawalUntilRedeemed: true, version: GIFT_CONSENT_VERSION } as const;

let site: StripeSite;
afterEach(() => site.close());

async function open(tax: TaxSetting): Promise<void> {
  const operator = parseOperatorSettings({});
  site = await createStripeSite({ clock: START, tax, taxRates: TAX_RATES, operator });
}

/** What a person's mails say of tax, in the order of the mails, as text and as the page of the mail. */
const listTaxWords = ({ email }: TestPerson) => {
  const words = /\(((?:tax|including|toutes taxes|dont)[^)]*)\)/g;
  return site.emails
    .filter(({ to }) => to === email)
    .map(({ text, html }) =>
      [text, html ?? ''].map((one) =>
        [...one.replaceAll(/\s+|&nbsp;/g, ' ').matchAll(words)]
          .map(([, found]) => found)
          .join('; '),
      ),
    );
};

async function pass(person: TestPerson, days: number): Promise<void> {
  site.advance(days * DAY);
  const [bought] = await listPasses(site.db, person.id);
  await site.fixture.actions.tick(bought?.customerId ?? '');
  await site.runJobs();
}

async function giveGift(person: TestPerson): Promise<void> {
  const order = { plan: 'yearly', currency: 'EUR', amountMinor: 8999 } as const;
  const body = { ...order, consent: GIFT_CONSENT };
  const { url } = (await person.call('POST /api/gifts', { body })).body;
  await site.fixture.actions.pay(parseCheckoutSessionId(url), 'accepted', true);
  await site.runJobs();
}

async function readRevenue(): Promise<number> {
  const admin = await site.createPerson({ state: 'admin' });
  await refreshTotals(site.db, { now: site.clock(), livemode: false });
  const spans = [
    { from: '2025-06-16', to: '2025-12-28' },
    { from: '2025-12-29', to: '2026-07-05' },
  ];
  let sum = 0;
  for (const query of spans) {
    const { weeks } = (await admin.call('GET /api/admin/overview', { query })).body;
    for (const { revenue } of weeks) for (const one of revenue) sum += one.amountMinor;
  }
  return sum;
}

/** Opens the page where a person finds their invoices, and returns what reads it, also a year later. */
async function openInvoices(person: TestPerson) {
  const { url } = (await person.call('POST /api/passes/mine/portal')).body;
  const id = parseCheckoutSessionId(url);
  return async () => (await site.fixture.actions.readPortal(id)).invoices;
}

describe.each([
  ['automatic', '€15.00', '15,00 €', 1500],
  ['txr_20', '€15.00', '15,00 €', 1500],
  ['txr_55', '€4.69', '4,69 €', 469],
] as const)('tax by %s', (tax, english, french, yearlyMinor) => {
  it('is named in receipts of orders, renewals and gifts, in either language, and changes no amount', async () => {
    await open(tax);
    const ada = await site.createPerson({ state: 'no_pass' });
    await site.buy(ada, 'yearly');
    const said = `including ${english} of VAT`;
    expect(listTaxWords(ada)).toEqual([[said, said]]);
    const readInvoices = await openInvoices(ada);
    await pass(ada, 366);
    expect(listTaxWords(ada).at(-1)).toEqual([said, said]);
    const zoe = await site.createPerson({ state: 'no_pass', language: 'fr' });
    await giveGift(zoe);
    expect(listTaxWords(zoe)[0]?.[0]).toContain(french);
    const [invoice] = await readInvoices();
    expect(invoice).toMatchObject({ total: 8999, total_taxes: [{ amount: yearlyMinor }] });
    expect(await readRevenue()).toBe(3 * 8999);
  });
});

it('is not named where none is asked for', async () => {
  await open('none');
  const ada = await site.createPerson({ state: 'no_pass' });
  await site.buy(ada, 'yearly');
  await giveGift(ada);
  expect(listTaxWords(ada)).toEqual([
    ['tax included', 'tax included'],
    ['tax included', 'tax included'],
  ]);
  const readInvoices = await openInvoices(ada);
  expect((await readInvoices()).map(({ total_taxes: taxes }) => taxes)).toEqual([null, null]);
});

it('goes on once a yearly pass has become a monthly one, as it was planned', async () => {
  await open('txr_20');
  const ada = await site.createPerson({ state: 'no_pass' });
  await site.buy(ada, 'yearly');
  const plan = { body: { amountMinor: 1499 } };
  expect((await ada.call('PUT /api/passes/mine/next-plan', plan)).status).toBe(200);
  const readInvoices = await openInvoices(ada);
  await pass(ada, 366);
  const [invoice] = await readInvoices();
  expect(invoice).toMatchObject({ total: 1499, total_taxes: [{ amount: 250 }] });
  expect(listTaxWords(ada).at(-1)?.[0]).toBe('including €2.50 of VAT');
});

it('that would come on top of the price that was shown opens no payment page', async () => {
  await open('txr_top');
  const ada = await site.createPerson({ state: 'no_pass' });
  const body = { plan: 'yearly', currency: 'EUR', consent: ORDER_CONSENT } as const;
  const reply = await ada.call('POST /api/checkouts', { body });
  expect(reply).toMatchObject({ status: 503 });
});
