import {
  getPrivacyRegion,
  guessPrivacyRegion,
  type PrivacyRegion,
} from '#shared/rules/cookie-consent.ts';
import { api, type ReplyOf } from '#web/lib/api.ts';
import { getDeviceTimeZone } from '#web/lib/clock.ts';

/** Where the person seems to be. */
export type RequestLocation = ReplyOf<'GET /api/region'>;

/**
 * Query of the location from which the server sees the request. It may fail or have no country; pages must do without it.
 */
export const requestLocationQuery = { queryKey: ['/api/region'], retry: false } as const;

/** For how long the dialog that needs the region waits for it. */
const REGION_TIMEOUT_MS = 1500;

let location: Promise<RequestLocation | null> | undefined;

/**
 * Fetches where the server sees this device, once per page load; null when it does not answer within 1.5 s. Never
 * rejects.
 */
export const fetchRequestLocation = (): Promise<RequestLocation | null> =>
  (location ??= api('GET /api/region', { signal: AbortSignal.timeout(REGION_TIMEOUT_MS) }).catch(
    () => null,
  ));

/**
 * Returns the region of privacy law of this device: that of its country, or a guess from the browser's language and
 * time zone where the server knows none. The guess is made only when needed, because a browser's first look-up of a
 * time zone keeps a slow phone busy.
 */
export function getDevicePrivacyRegion(requestLocation: RequestLocation | null): PrivacyRegion {
  const country = requestLocation?.country_code ?? null;
  return country === null
    ? guessPrivacyRegion(navigator.language, getDeviceTimeZone())
    : getPrivacyRegion(country);
}
