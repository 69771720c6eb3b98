import { getRegion, guessRegion, type Region } from '#shared/rules/cookie-consent.ts';
import { api, type ReplyOf } from '#web/lib/api.ts';
import { getDeviceTimeZone } from '#web/lib/clock.ts';

/** Where the person seems to be. */
export type GeoLocation = ReplyOf<'GET /api/region'>;

/**
 * Query of the location from which the server sees the request. It may fail or have no country; pages must do without it.
 */
export const locationQuery = { queryKey: ['/api/region'], retry: false } as const;

/** For how long the dialog that needs the region waits for it. */
const REGION_TIMEOUT_MS = 1500;

/** Guesses the device's region of privacy law from the browser's language and time zone. */
export const guessDeviceRegion = (): Region => guessRegion(navigator.language, getDeviceTimeZone());

let country: Promise<string | null> | undefined;

/**
 * Fetches the country code of this device from the server, once per page load; null when the server knows none or takes
 * longer than 1.5 s.
 */
export const fetchCountry = (): Promise<string | null> =>
  (country ??= api('GET /api/region', { signal: AbortSignal.timeout(REGION_TIMEOUT_MS) }).then(
    ({ country_code: code }) => code,
    () => null,
  ));

/**
 * Finds the region of privacy law of this device: that of its country, or a guess where the server knows none. Never
 * rejects. The guess is made only when needed, because a browser's first look-up of a time zone keeps a slow phone
 * busy.
 */
export async function findDeviceRegion(): Promise<Region> {
  const known = await fetchCountry();
  return known === null ? guessDeviceRegion() : getRegion(known);
}
