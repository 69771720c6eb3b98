/** The currencies of prices; EUR is the default. */
export type CurrencyCode = 'EUR' | 'USD' | 'GBP' | 'CHF' | 'CAD';

/** Storage key under which a device keeps the currency chosen on it. */
export const CURRENCY_STORAGE_KEY = 'envol-currency';

const BY_COUNTRY: Readonly<Record<string, CurrencyCode>> = {
  GB: 'GBP',
  IM: 'GBP',
  JE: 'GBP',
  GG: 'GBP',
  US: 'USD',
  PR: 'USD',
  VI: 'USD',
  GU: 'USD',
  AS: 'USD',
  MP: 'USD',
  CH: 'CHF',
  LI: 'CHF',
  CA: 'CAD',
};

/** The time zones of the countries above, by what their names begin with (IANA, 2026). */
const BY_TIME_ZONE: readonly (readonly [RegExp, CurrencyCode])[] = [
  [/^(?:Europe\/(?:London|Belfast|Jersey|Guernsey|Isle_of_Man)|GB)$/, 'GBP'],
  [/^Europe\/(?:Zurich|Vaduz|Busingen)$/, 'CHF'],
  [
    /^(?:Canada\/.+|America\/(?:Toronto|Montreal|Vancouver|Edmonton|Winnipeg|Regina|Halifax|Moncton|St_Johns|Glace_Bay|Goose_Bay|Whitehorse|Yellowknife|Iqaluit|Thunder_Bay|Swift_Current|Creston|Dawson|Dawson_Creek|Fort_Nelson|Inuvik|Rankin_Inlet|Resolute|Cambridge_Bay|Atikokan|Blanc-Sablon))$/,
    'CAD',
  ],
  [
    /^(?:US\/.+|Pacific\/(?:Honolulu|Guam|Saipan|Pago_Pago)|America\/(?:New_York|Chicago|Denver|Los_Angeles|Phoenix|Anchorage|Juneau|Sitka|Nome|Yakutat|Adak|Metlakatla|Boise|Detroit|Menominee|Puerto_Rico|(?:Indiana|Kentucky|North_Dakota)\/.+))$/,
    'USD',
  ],
];

/**
 * Returns the currency in which prices are shown at first: that of the country if it is known, else of the device's
 * time zone; EUR for all that are not listed. The language does not matter: a reader of English may live in Lyon.
 * @param country ISO 3166-1, in capitals; null when it is not known
 */
export function getDefaultCurrency(country: string | null, timeZone: string): CurrencyCode {
  if (country !== null) return BY_COUNTRY[country] ?? 'EUR';
  return BY_TIME_ZONE.find(([zones]) => zones.test(timeZone))?.[1] ?? 'EUR';
}
