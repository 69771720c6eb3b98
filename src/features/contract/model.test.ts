import { expect, it } from 'vitest';
import type { OwnPass } from '#shared/contract/billing.ts';
import { listUnshownChargingPasses } from '#web/features/billing/model.ts';
import { isPassEndingAtOnce, findPassForContractNotice } from './model.ts';

const lifetime: OwnPass = {
  id: 'a',
  isActive: true,
  source: 'purchase',
  plan: 'lifetime',
  tier: 'lifetime',
  status: 'live',
  startsAt: '2026-06-01T09:00:00Z',
  periodStart: null,
  periodEnd: null,
  endsAt: null,
  renews: false,
  amountMinor: 19_999,
  currency: 'EUR',
  cardLast4: null,
  pendingChange: null,
  asksBank: false,
  pausedUntil: null,
  nextPlan: null,
  monthlyMinor: null,
  paidMinor: 19_999,
  withdrawnAt: null,
  withdrawUntil: null,
  withdrawAmounts: [],
  leaveMinor: 0,
  isToBePaid: false,
  lifetimeMinor: null,
  lifetimeCreditMinor: 0,
};
const monthly: OwnPass = {
  ...lifetime,
  id: 'b',
  source: 'subscription',
  plan: 'monthly',
  tier: 'premium',
  renews: true,
  periodEnd: '2026-07-01T09:00:00Z',
};
const unpaid: OwnPass = {
  ...monthly,
  id: 'c',
  status: 'past_due',
  isToBePaid: true,
  isActive: false,
};

it('ends whatever will charge, also beside a pass for good, and what is not paid at once', () => {
  expect(findPassForContractNotice('end', [lifetime])).toBeNull();
  expect(findPassForContractNotice('end', [lifetime, monthly])).toBe(monthly);
  expect(findPassForContractNotice('end', [{ ...unpaid, renews: false }])).toMatchObject({
    id: 'c',
  });
  const paused = { ...monthly, isActive: false, pausedUntil: '2026-08-01T09:00:00Z' };
  const renewing = { ...monthly, isToBePaid: true };
  const passes = [monthly, unpaid, paused, renewing];
  expect(passes.map(isPassEndingAtOnce)).toEqual([false, true, false, true]);
});

it('withdraws from the pass that can still be given back, whichever is shown', () => {
  const open = { ...monthly, withdrawUntil: '2026-06-20T09:00:00Z' };
  expect(findPassForContractNotice('withdraw', [lifetime, open])).toBe(open);
  expect(
    findPassForContractNotice('withdraw', [{ ...open, withdrawnAt: '2026-06-10T09:00:00Z' }]),
  ).toBeNull();
});

it('a page that says only whether there is access names what will be charged all the same', () => {
  const besides = (pass: OwnPass | null, alsoCharging: OwnPass[], hasAccess: boolean) =>
    listUnshownChargingPasses(
      { pass, alsoCharging, alsoWithdrawable: [], hasReceipts: true },
      hasAccess,
    );
  expect(besides(monthly, [], true)).toEqual([]);
  expect(besides(unpaid, [], false)).toEqual([unpaid]);
  expect(besides(lifetime, [monthly], true)).toEqual([monthly]);
  expect(besides(null, [], false)).toEqual([]);
});
