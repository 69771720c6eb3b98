import type { OwnPass } from '#shared/contract/billing.ts';
import type { Money } from '#shared/contract/fields.ts';
import { getCivilDate } from '#shared/rules/flight-date.ts';
import { getDeviceTimeZone } from '#web/lib/clock.ts';
import { formatDate, formatAmounts, formatDateInSentence, formatMoney } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';

/**
 * Returns functions that format the dates of a pass, in the device's time zone, and its amounts, in minor units of its
 * currency; null gives an empty string.
 */
export function usePassFormatters(pass: Pick<OwnPass, 'currency'>) {
  const { i18n } = useTranslation();
  return {
    formatDay: (instant: string | null) =>
      instant === null
        ? ''
        : formatDate(getCivilDate(getDeviceTimeZone(), new Date(instant)), i18n.language),
    /** Without the weekday, where there is little room. */
    formatShortDay: (instant: string) =>
      formatDateInSentence(new Date(instant), i18n.language, {
        day: 'numeric',
        month: 'long',
        year: 'numeric',
        timeZone: getDeviceTimeZone(),
      }),
    formatAmount: (minor: number | null) =>
      minor === null || pass.currency === null
        ? ''
        : formatMoney(minor, pass.currency, i18n.language),
    formatAmounts: (amounts: readonly Money[]) => formatAmounts(amounts, i18n.language),
  };
}
