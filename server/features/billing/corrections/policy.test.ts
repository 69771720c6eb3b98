import { expect, it } from 'vitest';
import type { Payment, ProviderSubscription } from '../policy.ts';
import { computePurchaseCorrections } from './policy.ts';

const at = (day: string) => new Date(`2026-${day}T12:00:00Z`);
const payment: Payment = {
  id: 'pi_1',
  at: at('02-01'),
  amountMinor: 8999,
  refundedMinor: 0,
  disputedMinor: 0,
  currency: 'EUR',
  dispute: 'none',
  disputes: [],
  failedRefunds: [],
};

/** Finds what goes back of a year that was ordered on 1 February, and ended on the 3rd, or as it is told. */
function findRefunds(
  paidAt: Date,
  own: Partial<Payment> = {},
  {
    until = new Date('2027-02-01'),
    endedAt = at('02-03'),
  }: { until?: Date; endedAt?: Date | null } = {},
) {
  const paid = { ...payment, ...own };
  const ended: ProviderSubscription = {
    id: 'sub_1',
    plan: 'yearly',
    checkoutId: null,
    status: 'canceled',
    renews: true,
    startedAt: at('02-01'),
    periodStart: at('02-01'),
    periodEnd: new Date('2027-02-01'),
    isPeriodPaid: true,
    paidUntil: new Date('2027-02-01'),
    endsOn: null,
    endedAt,
    amountMinor: 8999,
    dueMinor: 8999,
    balanceMinor: 0,
    currency: 'EUR',
    lastPayment: paid,
    taxMinor: null,
    cardLast4: null,
    payments: [
      {
        payment: paid,
        reason: 'order',
        creditMinor: 0,
        paidAt,
        until,
      },
    ],
    asksBank: false,
    declineCode: null,
    pausedUntil: null,
    lapsedPause: null,
    next: null,
    pendingChange: null,
  };
  const state = { subscriptions: [ended], purchases: [], gifts: [], finishedCheckouts: [] };
  return computePurchaseCorrections(state, at('02-07')).refund;
}

it('a bank debit that comes once its subscription has ended goes back whole', () => {
  expect(findRefunds(at('02-06'))).toEqual([{ paymentId: 'pi_1', upToMinor: 8999 }]);
});

it('what is paid once the time is over that it is for goes back whole, though the pass goes on', () => {
  const month = { until: at('03-01'), endedAt: null };
  expect(findRefunds(at('03-02'), {}, month)).toEqual([{ paymentId: 'pi_1', upToMinor: 8999 }]);
  expect(findRefunds(at('02-28'), {}, month)).toEqual([]);
});

it('what came before the end, went back, or is in a bank’s hands stays as it is', () => {
  expect(findRefunds(at('02-01'))).toEqual([]);
  expect(findRefunds(at('02-06'), { refundedMinor: 8999 })).toEqual([]);
  expect(findRefunds(at('02-06'), { dispute: 'open' })).toEqual([]);
});

it('a lifetime pass whose refund the bank sends back takes the place of nothing: that is made again', () => {
  const failedRefunds = [{ refundId: 're_1', amountMinor: 19_999 }];
  const once = { checkoutId: null, taxMinor: null, orderedAt: at('02-01'), replaced: null };
  const buy = (id: string, own: Partial<Payment> = {}) => ({
    ...once,
    plan: 'lifetime' as const,
    payment: { ...payment, id, amountMinor: 19_999, ...own },
  });
  const purchases = [buy('pi_1', { failedRefunds }), buy('pi_2', { at: at('02-05') })];
  const state = { subscriptions: [], purchases, gifts: [], finishedCheckouts: [] };
  expect(computePurchaseCorrections(state, at('02-07')).refund).toEqual([]);
});
