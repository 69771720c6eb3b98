import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { feedback } from '#server/features/feedback/table.ts';
import { AppError } from '#server/http/errors.ts';
import { type TestPerson, ORDER_CONSENT, PASSWORD } from '#server/testing/people.ts';
import {
  createStripeSite,
  parseCheckoutSessionId,
  type StripeSite,
} from '#server/testing/stripe/site.ts';
import { alertOperatorOfPaymentProblems, retryFailedRefunds } from './alerts/writes.ts';
import { retryUnfinishedErasures } from './erase-customer.ts';
import { listCustomerIds, listPasses } from './reads.ts';
import { customerErasures } from './table.ts';

let site: StripeSite;
let ada: TestPerson;
beforeAll(async () => {
  site = await createStripeSite();
});
beforeEach(async () => {
  ada = await site.createPerson({ state: 'no_pass' });
});
afterAll(() => site.close());

const order = async () => {
  const body = { plan: 'monthly', currency: 'EUR', consent: ORDER_CONSENT };
  const { url } = (await ada.call('POST /api/checkouts', { body })).body;
  return parseCheckoutSessionId(url);
};
const deleteAccount = () =>
  ada.call('DELETE /api/users/me', { body: { email: ada.email, currentPassword: PASSWORD } });

it('closes the payment page that was open when an account is deleted', async () => {
  const page = await order();
  expect((await deleteAccount()).status).toBe(200);
  await site.runJobs();
  await expect(site.fixture.actions.pay(page, 'accepted')).rejects.toThrow('expired');
  expect(await site.db.select().from(customerErasures)).toEqual([]);
});

it('gives back what was paid at that page before it could be closed', async () => {
  const page = await order();
  const [customer = ''] = await listCustomerIds(site.db, ada.id);
  await deleteAccount();
  site.advance(1000);
  await site.fixture.actions.pay(page, 'accepted');
  await site.runJobs();
  const charges = await site.fixture.actions.readCharges(customer);
  expect(charges.map((charge) => charge.amount_refunded)).toEqual([1499]);
});

it('goes on until the provider has erased the customer, also once its job has given up', async () => {
  await site.buy(ada, 'monthly');
  const [customer = ''] = await listCustomerIds(site.db, ada.id);
  await deleteAccount();
  const { payments } = site.app.dependencies;
  const erase = payments!.eraseCustomer;
  payments!.eraseCustomer = () => Promise.reject(new Error('away'));
  site.advance(3 * 86_400_000);
  const finish = () => retryUnfinishedErasures(site.app.dependencies, site.clock());
  await expect(finish()).rejects.toThrow('away');
  await alertOperatorOfPaymentProblems(site.app.dependencies, site.clock());
  await alertOperatorOfPaymentProblems(site.app.dependencies, site.clock());
  const told = (await site.db.select().from(feedback)).map(({ text }) => text);
  expect(told.filter((text) => text.includes(`${customer} deleted their account`))).toHaveLength(1);
  payments!.eraseCustomer = erase;
  await finish();
  expect(await site.db.select().from(customerErasures)).toEqual([]);
  expect(await site.fixture.actions.readCustomer(customer)).toMatchObject({ deleted: true });
});

it('charges nobody meanwhile where what is owed can’t be refunded yet, and refunds it later', async () => {
  await site.buy(ada, 'monthly');
  const [customer = ''] = await listCustomerIds(site.db, ada.id);
  const { payments } = site.app.dependencies;
  const refund = payments!.refundUpTo;
  payments!.refundUpTo = () => Promise.reject(new AppError('payments_unavailable'));
  const { pass } = (await ada.call('GET /api/passes/mine')).body;
  await ada.call('POST /api/passes/mine/withdrawal', { body: { id: pass?.id } });
  await deleteAccount();
  await site.runJobs();
  expect(await site.fixture.actions.readCustomer(customer)).toMatchObject({ deleted: true });
  expect(await site.db.select().from(customerErasures)).toHaveLength(1);
  payments!.refundUpTo = refund;
  site.advance(2 * 3_600_000);
  await retryUnfinishedErasures(site.app.dependencies, site.clock());
  const [charge] = await site.fixture.actions.readCharges(customer);
  expect(charge?.amount_refunded).toBe(1499);
  expect(await site.db.select().from(customerErasures)).toEqual([]);
});

it('tells the operator of a refund that the bank sends back once the account is gone, and makes it again', async () => {
  await site.buy(ada, 'lifetime');
  const [pass] = await listPasses(site.db, ada.id);
  await ada.call('POST /api/passes/mine/withdrawal', { body: { id: pass?.id } });
  await deleteAccount();
  await site.runJobs();
  await site.fixture.actions.failRefund(pass?.paymentRef ?? '');
  await site.runJobs();
  await alertOperatorOfPaymentProblems(site.app.dependencies, site.clock());
  const told = (await site.db.select().from(feedback)).map(({ text }) => text);
  expect(told.filter((text) => text.includes(pass?.paymentRef ?? ''))).toHaveLength(1);
  site.advance(86_400_000 + 1000);
  await retryFailedRefunds(site.app.dependencies, site.clock());
  const charges = await site.fixture.actions.readCharges(pass?.customerId ?? '');
  expect(charges.map((charge) => charge.amount_refunded)).toEqual([19_999]);
});
