import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import type { EmailName } from '#server/features/mail/writes.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { computeUnremindedYearRefundMinor, isEmailRequiredByLaw } from './policy.ts';

const DAY = 86_400_000;
const renewedAt = new Date('2026-06-21T12:00:00Z');
const periodEnd = new Date('2027-06-21T12:00:00Z');
const pass = {
  ...({ plan: 'yearly', status: 'live', renewedAt, periodEnd, renewalReminders: [] } as const),
  paidMinor: 8999,
  refundedMinor: 0,
  revokedAt: null,
  withdrawnAt: null,
};
const remind = (days: number) => [
  { of: renewedAt.toISOString(), at: new Date(renewedAt.getTime() - days * DAY).toISOString() },
];

it('a year that renewed without a reminder between three months and one month before can be left, one with it cannot', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 200, noNaN: true }), (days) => {
      const left = computeUnremindedYearRefundMinor(
        { ...pass, renewalReminders: remind(days) },
        renewedAt,
      );
      expect(left === 0).toBe(days >= 31 && days <= 89);
    }),
  );
});

it('what goes back is what was paid for the days that are left, and never more than was paid', () => {
  expect(computeUnremindedYearRefundMinor(pass, renewedAt)).toBe(8999);
  expect(computeUnremindedYearRefundMinor(pass, new Date('2026-12-21T12:00:00Z'))).toBe(
    Math.floor((8999 * 182) / 365),
  );
  expect(computeUnremindedYearRefundMinor(pass, periodEnd)).toBe(0);
  expect(computeUnremindedYearRefundMinor({ ...pass, refundedMinor: 8999 }, renewedAt)).toBe(0);
});

it('the first year, a month and a pass that has ended cannot be left that way', () => {
  const changes = [{ renewedAt: null }, { plan: 'monthly' }, { status: 'ended' }] as const;
  for (const change of changes)
    expect(computeUnremindedYearRefundMinor({ ...pass, ...change }, renewedAt)).toBe(0);
});

const readEmails = (language: string) =>
  Object.entries(
    JSON.parse(readFileSync(`src/locales/${language}/mail.json`, 'utf8')) as Record<
      EmailName,
      Record<string, string>
    >,
  ) as [EmailName, Record<string, string>][];

it('of all e-mails, those that go to an address nobody confirmed are of an order, a renewal, a withdrawal or an end', () => {
  const owed = readEmails('en').flatMap(([name]) => (isEmailRequiredByLaw(name) ? [name] : []));
  expect(owed.toSorted()).toEqual(
    [
      ...['giftOrdered', 'giftWithdrawn', 'passBought', 'passBoughtForGood', 'passBoughtFree'],
      ...['passBoughtOnce', 'passChanged', 'passEndNoted', 'passEnding', 'passGoesMonthly'],
      ...['passLeft', 'passRenewed', 'passRenewsSoon', 'passWithdrawn', 'passWithdrawnFree'],
      'passWithdrawnHeld',
    ].toSorted(),
  );
});

it.each(LANGUAGES)('none of those, in %s, has a code or a text that somebody typed', (language) => {
  for (const [name, texts] of readEmails(language))
    if (isEmailRequiredByLaw(name))
      expect(JSON.stringify(texts), name).not.toMatch(
        /\{\{(?:code|text|content|device|reason)\}\}/,
      );
});
