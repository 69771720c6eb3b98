import type { OwnPass } from '#shared/contract/billing.ts';
import type { ContractNoticeKind } from '#shared/contract/contract-notices.ts';
import { getCivilDate } from '#shared/rules/flight-date.ts';
import { getDeviceTimeZone } from '#web/lib/clock.ts';
import { formatAmounts, formatDate } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';

/** Returns functions that format the dates of a pass, in the device's time zone, and what goes back of it. */
export function useNoticeFormatters() {
  const { i18n } = useTranslation();
  return {
    formatDay: (instant: string | null) =>
      instant === null
        ? ''
        : formatDate(getCivilDate(getDeviceTimeZone(), new Date(instant)), i18n.language),
    formatRefund: (pass: OwnPass | null, kind: ContractNoticeKind) =>
      formatAmounts(
        kind === 'leave' && pass?.currency
          ? [{ amountMinor: pass.leaveMinor, currency: pass.currency }]
          : (pass?.withdrawAmounts ?? []),
        i18n.language,
      ),
  };
}
