import {
  COOKIE_CATEGORIES,
  COOKIE_WORDING_VERSION,
  type CookieChoice,
} from '#shared/rules/cookie-consent.ts';
import { deviceStorage } from '#web/lib/storage.ts';

const STORAGE_KEY = 'envol-cookies';

/** A decision about cookies as this device keeps it. */
export interface StoredCookieDecision {
  choice: CookieChoice;
  userId: string | null;
  /** ISO 8601 instants: when it ends, and when the server last knew of it (null while it does not). */
  expiresAt: string;
  confirmedAt: string | null;
  wording: string;
}

function isStoredDecision(value: unknown): value is StoredCookieDecision {
  const { choice, userId, expiresAt, confirmedAt, wording } = (value ?? {}) as StoredCookieDecision;
  return (
    COOKIE_CATEGORIES.every((category) => typeof choice?.[category] === 'boolean') &&
    (userId === null || typeof userId === 'string') &&
    (confirmedAt === null || !Number.isNaN(Date.parse(confirmedAt))) &&
    !Number.isNaN(Date.parse(expiresAt)) &&
    typeof wording === 'string'
  );
}

/**
 * Reads the valid cookie decision on this device, or null. One that has expired, or was made on an earlier version of
 * the texts, is removed.
 */
export function readCookieDecisionOrRemoveInvalid(now: Date): StoredCookieDecision | null {
  const stored = deviceStorage.readJson(STORAGE_KEY);
  if (stored === null) return null;
  if (isStoredDecision(stored) && stored.wording === COOKIE_WORDING_VERSION)
    if (Date.parse(stored.expiresAt) > now.getTime()) return stored;
  removeCookieDecision();
  return null;
}

/** Stores a cookie decision on this device. */
export function writeCookieDecision(decision: StoredCookieDecision): void {
  deviceStorage.writeJson(STORAGE_KEY, decision);
}

/** Calls `listener` whenever another tab has stored or removed a cookie decision, until `signal` aborts. */
export function onCookieDecisionElsewhere(listener: () => void, signal: AbortSignal): void {
  addEventListener('storage', ({ key }) => key === STORAGE_KEY && listener(), { signal });
}

/** Removes the cookie decision from this device. */
export function removeCookieDecision(): void {
  deviceStorage.remove(STORAGE_KEY);
}
