import { expect, it } from 'vitest';
import { computePasses, type ProviderSubscription } from './policy.ts';

const at = (day: string) => new Date(`2026-${day}T12:00:00Z`);

/** Computes the pass of a monthly subscription whose present period is unpaid. */
function computeMonthlyPass(subscription: Partial<ProviderSubscription>) {
  const unpaid: ProviderSubscription = {
    id: 'sub_1',
    plan: 'monthly',
    checkoutId: null,
    status: 'past_due',
    renews: true,
    startedAt: at('01-25'),
    periodStart: at('02-25'),
    periodEnd: at('03-25'),
    isPeriodPaid: false,
    paidUntil: at('02-25'),
    endsOn: null,
    endedAt: null,
    amountMinor: 1499,
    dueMinor: 1499,
    balanceMinor: 0,
    currency: 'EUR',
    lastPayment: null,
    taxMinor: null,
    payments: [],
    cardLast4: null,
    asksBank: false,
    declineCode: null,
    pausedUntil: null,
    lapsedPause: null,
    next: null,
    pendingChange: null,
    ...subscription,
  };
  const state = { subscriptions: [unpaid], purchases: [], gifts: [], finishedCheckouts: [] };
  return computePasses(state, 'UTC')[0];
}

const findEnd = (subscription: Partial<ProviderSubscription>) =>
  computeMonthlyPass(subscription)?.endsAt?.toISOString().slice(5, 10);

it('a renewal that is not paid leaves access for seven days', () => {
  expect(findEnd({})).toBe('03-04');
});

it('a first payment that a bank debit never brings gives no access, in no period', () => {
  expect(findEnd({ paidUntil: at('01-25') })).toBe('01-25');
});

it('one that was stopped leaves no access once what is paid is over, though its renewal is still collected', () => {
  expect(findEnd({ renews: false })).toBe('02-25');
});

it('one that the operator has end earlier ends then', () => {
  const paid = { isPeriodPaid: true, renews: false };
  expect(findEnd({ ...paid, endsOn: at('02-28') })).toBe('02-28');
});

it('what will be charged next is less by the credit in the customer’s balance, and never below nothing', () => {
  const charge = (balanceMinor: number) => computeMonthlyPass({ balanceMinor })?.amountMinor;
  expect([400, 5000, -100].map(charge)).toEqual([1099, 0, 1599]);
});
