import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { parseOperatorSettings } from '#server/features/system/policy.ts';
import { refreshTotals } from '#server/features/totals/writes.ts';
import { ORDER_CONSENT, type TestPerson } from '#server/testing/people.ts';
import {
  createStripeSite,
  parseCheckoutSessionId,
  type StripeSite,
  type StripeSiteOptions,
} from '#server/testing/stripe/site.ts';
import { GIFT_CONSENT_VERSION } from '#shared/contract/gifts.ts';
import type { Language } from '#shared/rules/languages.ts';
import { VAT_EXEMPTION_NOTICE } from '#shared/rules/operator.ts';
import { plans } from '../prices/table.ts';
import { listPasses } from '../reads.ts';
import type { TaxSetting } from '../settings/policy.ts';

// So long ago that a year later is past too: people stay signed in by the real clock.
const START = '2025-06-21T12:00:00Z';
const DAY = 86_400_000;
type TaxRates = StripeSiteOptions['taxRates'] & {};
const TAX_RATES = {
  txr_20: { percentage: 20, isInclusive: true },
  txr_55: { percentage: 5.5, isInclusive: true },
  txr_top: { percentage: 20, isInclusive: false },
};
/** "The resulting tax amount is zero" where the operator isn't registered (https://docs.stripe.com/tax/zero-tax). */
const ZERO = { automatic: { percentage: 0, isInclusive: true } };
const GIFT_CONSENT = { withdrawalUntilRedeemed: true, version: GIFT_CONSENT_VERSION } as const;

let site: StripeSite;
afterEach(() => site.close());

async function open(
  tax: TaxSetting,
  { given = {}, rates = TAX_RATES }: { given?: Record<string, string>; rates?: TaxRates } = {},
): Promise<void> {
  const operator = parseOperatorSettings(given);
  site = await createStripeSite({ clock: START, tax, taxRates: rates, operator });
}

/** What a person's mails say of tax, in the order of the mails, as text and as the page of the mail. */
const listTaxWords = ({ email }: TestPerson) => {
  const words = /\(((?:tax|including|no VAT|toutes taxes|dont|sans|TVA)[^)]*)\)/g;
  return site.emails
    .filter(({ to }) => to === email)
    .map(({ text, html }) =>
      [text, html ?? ''].map((one) =>
        [...one.replaceAll(/(?:\s|&nbsp;)+/g, ' ').matchAll(words)]
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

async function callStripe(path: string, params: Record<string, string>): Promise<object> {
  const reply = await site.fixture.fetch(`https://stripe.test/v1/${path}`, {
    method: 'POST',
    body: new URLSearchParams(params),
  });
  return (await reply.json()) as object;
}

const buyNew = async (plan: string, language: Language) => {
  const person = await site.createPerson({ state: 'no_pass', language });
  await site.buy(person, plan);
  return person;
};

it.each([
  ['en', (amount: string) => `including €${amount} of VAT`],
  ['fr', (amount: string) => `dont ${amount.replace('.', ',')} € de TVA`],
] as const)('is named in each receipt, in %s', async (language, say) => {
  await open('txr_20');
  await site.db.update(plans).set({ onSale: true }).where(eq(plans.plan, 'trip'));
  const orders = { monthly: '2.50', yearly: '15.00', lifetime: '33.33', trip: '3.33' };
  for (const [plan, amount] of Object.entries(orders)) {
    const person = await buyNew(plan, language);
    expect([plan, listTaxWords(person)]).toEqual([plan, [[say(amount), say(amount)]]]);
  }
  const renewing = await buyNew('monthly', language);
  await pass(renewing, 32);
  expect(listTaxWords(renewing).slice(1)).toEqual([[say('2.50'), say('2.50')]]);
  const changing = await buyNew('monthly', language);
  const { dueMinor } = (await changing.call('GET /api/passes/mine/yearly')).body;
  const body = { dueMinor, consent: ORDER_CONSENT };
  expect((await changing.call('POST /api/passes/mine/yearly', { body })).status).toBe(200);
  await site.runJobs();
  // Of 75.00, the month deducted.
  expect(listTaxWords(changing).slice(1)).toEqual([[say('12.50'), say('12.50')]]);
  const giving = await site.createPerson({ state: 'no_pass', language });
  await giveGift(giving);
  expect(listTaxWords(giving)).toEqual([[say('15.00'), say('15.00')]]);
});

it.each([
  [{}, 'no VAT charged', 'sans TVA'],
  [
    { OPERATOR_VAT: 'FR00123456789' },
    'no VAT charged, VAT number FR00123456789',
    'sans TVA, numéro FR00123456789',
  ],
  [{ OPERATOR_VAT: 'exempt' }, null, null],
])('of nothing is not said as an amount: %j', async (given, english, french) => {
  await open('automatic', { given, rates: ZERO });
  const said = { en: english ?? VAT_EXEMPTION_NOTICE, fr: french ?? VAT_EXEMPTION_NOTICE };
  for (const language of ['en', 'fr'] as const) {
    const person = await buyNew('yearly', language);
    await giveGift(person);
    const words = said[language];
    expect(listTaxWords(person)).toEqual([
      [words, words],
      [words, words],
    ]);
  }
});

describe('that comes on top of the price of a running month, as the operator can set it at Stripe,', () => {
  const openWithTaxOnTop = async () => {
    await open('txr_20');
    const ada = await buyNew('monthly', 'en');
    const [month] = await listPasses(site.db, ada.id);
    const id = month?.providerRef ?? '';
    await callStripe(`subscriptions/${id}`, { 'default_tax_rates[0]': 'txr_top' });
    return { ada, id, customer: month?.customerId ?? '' };
  };

  it('is in what Stripe says that a change to a year costs, and in what it charges', async () => {
    const { id, customer } = await openWithTaxOnTop();
    const item = {
      'items[0][price_data][currency]': 'eur',
      'items[0][price_data][product]': 'envol_yearly',
      'items[0][price_data][unit_amount]': '8999',
      'items[0][price_data][recurring][interval]': 'year',
    };
    const preview = await callStripe('invoices/create_preview', {
      subscription: id,
      ...Object.fromEntries(
        Object.entries(item).map(([name, value]) => [
          `subscription_details[items]${name.slice('items'.length)}`,
          value,
        ]),
      ),
    });
    const onTop = { amount: 1500, tax_behavior: 'exclusive' };
    expect(preview).toMatchObject({ amount_due: 7500 + 1500, total_taxes: [onTop] });
    await callStripe(`subscriptions/${id}`, item);
    const charges = await site.fixture.actions.readCharges(customer);
    expect(charges.map(({ amount }) => amount)).toEqual([9000, 1499]);
  });

  it('refuses that change here, where what was shown would not be what is charged each year', async () => {
    const { ada } = await openWithTaxOnTop();
    const reply = await ada.call('GET /api/passes/mine/yearly');
    expect([reply.status, reply.body.error?.code]).toEqual([503, 'payments_unavailable']);
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
