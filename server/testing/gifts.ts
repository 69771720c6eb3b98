import { GIFT_CONSENT_VERSION } from '#shared/contract/gifts.ts';
import type { TestPerson } from './people.ts';

/** The order of a gift: a year for another person. */
export const GIFT_ORDER = {
  plan: 'yearly',
  currency: 'EUR',
  amountMinor: 8999,
  consent: { withdrawalUntilRedeemed: true, version: GIFT_CONSENT_VERSION },
};

/** Pays at a page of the test mode, by its address, with one of its cards. */
export function payInSandbox(person: TestPerson, url: string, card: string) {
  const id = new URL(url, 'http://localhost').searchParams.get('checkout') ?? '';
  return person.call('POST /api/sandbox/checkouts/:id/pay', { params: { id }, body: { card } });
}
