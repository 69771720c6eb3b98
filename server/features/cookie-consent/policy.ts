import { isIPv6 } from 'node:net';
import {
  applyPrivacySignal,
  type CookieChoice,
  pickStricter,
  type Region,
  SERVER_CONSENT_DAYS,
} from '#shared/rules/cookie-consent.ts';

const DAY_MS = 86_400_000;

/** Removes what tells one device from its neighbours: the last number of an IPv4 address, all but /48 of an IPv6 one. */
export function truncateAddress(client: string): string {
  if (!client.includes(':')) return client.replace(/\.\d+$/, '.0');
  const [head = ''] = client.split('::');
  const groups = [...head.split(':').filter(Boolean), '0', '0', '0'].slice(0, 3);
  const network = `${groups.join(':')}::`;
  return isIPv6(network) ? network : '::';
}

/** Returns how many days a decision holds in a region. `europeanDays` is the operator's setting for the EU and the UK. */
export const getConsentDays = (region: Region, europeanDays: number): number =>
  region === 'EU' || region === 'UK' ? europeanDays : SERVER_CONSENT_DAYS;

/**
 * Returns when a decision ends: when it says, but never later than it may. One that has ended by our clock comes from a
 * device whose clock is wrong.
 */
export function limitExpiry(asked: Date, days: number, now: Date): Date {
  const latest = new Date(now.getTime() + days * DAY_MS);
  return asked > now && asked < latest ? asked : latest;
}

/** A decision as it came, before it is compared with what holds. */
interface Given {
  choice: CookieChoice;
  source: 'chosen' | 'joined';
  privacySignal: boolean;
}

/**
 * Merges a choice about cookies with the decision before it, and returns the one that is valid from now on. A choice made
 * in the account replaces the former; one made by a visitor who then signed in can only make it stricter.
 */
export function mergeChoice(
  { choice, source, privacySignal }: Given,
  held: CookieChoice | null,
): CookieChoice {
  const joined = source === 'joined' && held ? pickStricter(choice, held) : choice;
  return applyPrivacySignal(joined, privacySignal);
}
