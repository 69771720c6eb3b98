import { getRegion, guessRegion, type Region } from '#shared/rules/cookie-consent.ts';
import { api, type ReplyOf } from '#web/lib/api.ts';
import { getDeviceTimeZone } from '#web/lib/clock.ts';

/** Where the person seems to be. */
export type Place = ReplyOf<'GET /api/region'>;

/** Queries `Place`. A page shows what it can without it: it may fail, or know no country. */
export const placeQuery = { queryKey: ['/api/region'], retry: false } as const;

/** For how long the dialog that needs the region waits for it. */
const REGION_TIMEOUT_MS = 1500;

/** Returns the region by the browser's language and time zone. */
export const guessDeviceRegion = (): Region => guessRegion(navigator.language, getDeviceTimeZone());

let region: Promise<Region> | undefined;

/**
 * Finds the region of this device, asking the server once since the page was loaded; guesses it where the server knows no
 * country, or says nothing in time.
 */
export const findRegion = (): Promise<Region> =>
  (region ??= api('GET /api/region', { signal: AbortSignal.timeout(REGION_TIMEOUT_MS) }).then(
    ({ country_code: country }) => (country === null ? guessDeviceRegion() : getRegion(country)),
    guessDeviceRegion,
  ));
