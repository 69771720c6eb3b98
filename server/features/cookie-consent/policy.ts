import { isIPv6 } from 'node:net';
import {
  refuseMarketingOnSignal,
  type CookieChoice,
  pickStricterCookieChoice,
  type PrivacyRegion,
  SERVER_CONSENT_DAYS,
} from '#shared/rules/cookie-consent.ts';

const DAY_MS = 86_400_000;

/**
 * Truncates an IP address to its network, which many devices share, so that it identifies no person: IPv4 with 0 as its
 * last number, IPv6 to its /48.
 */
export function truncateIpAddress(client: string): string {
  if (!client.includes(':')) return client.replace(/\.\d+$/, '.0');
  const [head = ''] = client.split('::');
  const groups = [...head.split(':').filter(Boolean), '0', '0', '0'].slice(0, 3);
  const network = `${groups.join(':')}::`;
  return isIPv6(network) ? network : '::';
}

/**
 * Returns for how many days a decision is valid in a region. `europeanDays` is the operator's setting for the EU and
 * the UK.
 */
export const getConsentValidityDays = (region: PrivacyRegion, europeanDays: number): number =>
  region === 'EU' || region === 'UK' ? europeanDays : SERVER_CONSENT_DAYS;

/**
 * Returns when a decision about cookies expires: at `asked`, but at the latest `days` after `now`; also `days` after
 * `now` if `asked` has passed, which means that the device's clock is wrong.
 */
export function capConsentExpiry(asked: Date, days: number, now: Date): Date {
  const latest = new Date(now.getTime() + days * DAY_MS);
  return asked > now && asked < latest ? asked : latest;
}

interface Given {
  choice: CookieChoice;
  source: 'chosen' | 'joined';
  privacySignal: boolean;
}

/**
 * Merges a new choice about cookies with the valid one (`held`); returns the choice that applies from now on. A choice
 * made in the account (`chosen`) replaces `held`; a choice made as a visitor before signing in (`joined`) allows only
 * what both allow. The browser's privacy signal refuses marketing.
 */
export function mergeCookieChoices(
  { choice, source, privacySignal }: Given,
  held: CookieChoice | null,
): CookieChoice {
  const joined = source === 'joined' && held ? pickStricterCookieChoice(choice, held) : choice;
  return refuseMarketingOnSignal(joined, privacySignal);
}
