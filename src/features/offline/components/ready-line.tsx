import { useQuery } from '@tanstack/react-query';
import { getCivilDate } from '#shared/rules/flight-date.ts';
import { getDeviceTimeZone, now } from '#web/lib/clock.ts';
import { formatDateTime, formatDateInSentence } from '#web/lib/format.ts';
import { findLastAllPagesFetchMs } from '#web/lib/offline/all-pages-fetch.ts';
import { useTranslation } from '#web/lib/translation.ts';

const REREAD_MS = 20_000;

/** Says as of when all pages open without a network; nothing where they don't. */
export function OfflineReadyLine() {
  const { t, i18n } = useTranslation('offline');
  const { data: atMs } = useQuery({
    queryKey: ['ready-offline'],
    // Where storage is blocked, nothing is kept.
    queryFn: () => findLastAllPagesFetchMs().catch(() => null),
    staleTime: 0,
    // It is done by itself, an hour after the last time or when the network is back.
    refetchInterval: REREAD_MS,
    networkMode: 'always',
  });
  if (!atMs || !navigator.serviceWorker?.controller) return null;
  const at = new Date(atMs);
  const isToday =
    getCivilDate(getDeviceTimeZone(), at) === getCivilDate(getDeviceTimeZone(), now());
  const when = isToday
    ? formatDateInSentence(at, i18n.language, { hour: 'numeric', minute: '2-digit' })
    : formatDateTime(at, i18n.language);
  return <p className="mt-4 text-sm text-ink-2">{t('readyAsOf', { when })}</p>;
}
