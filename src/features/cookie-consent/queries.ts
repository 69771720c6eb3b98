import type { CookieConsent } from '#shared/contract/cookie-consent.ts';
import {
  COOKIE_CATEGORIES,
  COOKIE_WORDING_VERSION,
  type CookieChoice,
  computeDeviceDecisionExpiry,
} from '#shared/rules/cookie-consent.ts';
import { api, ApiError } from '#web/lib/api.ts';
import { now } from '#web/lib/clock.ts';
import { fetchRequestLocation, getDevicePrivacyRegion } from '#web/features/region/queries.ts';
import {
  readCookieDecisionOrRemoveInvalid,
  removeCookieDecision,
  type StoredCookieDecision,
  writeCookieDecision,
} from './store.ts';

/** Returns whether the browser sends the privacy signal Global Privacy Control. */
export const hasPrivacySignal = (): boolean =>
  (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true;

/**
 * Loads the valid cookie decision: for a visitor this device's; for a person the server's, asked for with each page that
 * is loaded, so that a refusal on another device holds here from then on, or one made on this device
 * before they signed in, which then becomes theirs. Sends what the server has not confirmed. Null when there is no
 * decision or it cannot be loaded.
 */
export async function reconcileCookieDecision(
  userId: string | null,
): Promise<StoredCookieDecision | null> {
  const local = readCookieDecisionOrRemoveInvalid(now());
  const isOwn = userId === null || local?.userId === userId;
  try {
    if (local?.confirmedAt === null && isOwn) return await sendDecision(local, userId, 'chosen');
    if (local && (userId === null || (isOwn && isFreshRefusal(local)))) return local;
    if (local?.userId === null) return await sendDecision(local, userId, 'joined');
    return userId === null ? null : await fetchDecision(userId);
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) removeCookieDecision();
    else if (isOwn) return local;
    return null;
  }
}

/**
 * Stores a new cookie decision on this device and sends it to the server. Never rejects: if sending fails,
 * `reconcileCookieDecision` sends it later.
 */
export async function saveCookieDecision(
  choice: CookieChoice,
  userId: string | null,
): Promise<void> {
  const expiresAt = computeDeviceDecisionExpiry(now()).toISOString();
  const decision = {
    choice,
    userId,
    expiresAt,
    confirmedAt: null,
    wording: COOKIE_WORDING_VERSION,
  };
  writeCookieDecision(decision);
  await sendDecision(decision, userId, 'chosen').catch(() => {});
}

/** How long a device relies on its copy of a person's refusal before it asks the server again. */
const COPY_FRESH_MS = 60 * 60_000;

/** Whether nothing is allowed here, as the server knew lately: a refusal elsewhere could not make it stricter. */
const isFreshRefusal = ({ choice, confirmedAt }: StoredCookieDecision) =>
  !COOKIE_CATEGORIES.some((category) => choice[category]) &&
  confirmedAt !== null &&
  Math.abs(now().getTime() - Date.parse(confirmedAt)) < COPY_FRESH_MS;

async function fetchDecision(userId: string): Promise<StoredCookieDecision | null> {
  const params = { id: userId };
  const reply = await api('GET /api/cookie-consent/:id', { params });
  if (Date.parse(reply.expiresAt) > now().getTime()) return storeReply(reply);
  await api('DELETE /api/cookie-consent/:id', { params });
  removeCookieDecision();
  return null;
}

async function sendDecision(
  { choice, expiresAt, wording }: StoredCookieDecision,
  userId: string | null,
  source: 'chosen' | 'joined',
): Promise<StoredCookieDecision> {
  const { analytics, marketing, functional } = choice;
  const place = await fetchRequestLocation();
  const body = {
    userId,
    consentGiven: analytics || marketing || functional,
    necessaryCookies: true as const,
    analyticsCookies: analytics,
    marketingCookies: marketing,
    functionalCookies: functional,
    userRegion: getDevicePrivacyRegion(place),
    ipAddress: place?.ip ?? null,
    expiresAt,
    wording,
    source,
  };
  return storeReply(await api('POST /api/cookie-consent', { body }));
}

function storeReply(reply: CookieConsent): StoredCookieDecision {
  const decision = {
    choice: {
      analytics: reply.analyticsCookies,
      marketing: reply.marketingCookies,
      functional: reply.functionalCookies,
    },
    userId: reply.userId,
    expiresAt: reply.expiresAt,
    confirmedAt: now().toISOString(),
    wording: COOKIE_WORDING_VERSION,
  };
  writeCookieDecision(decision);
  return decision;
}
