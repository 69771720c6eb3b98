import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { type FallbackProps, createLazyComponent } from '#web/ui/lazy-component.tsx';
import { LoadError } from '#web/ui/notice.tsx';
import { FlightCompanionPageFrame } from './frame.tsx';

/**
 * A session that is played on the flight page itself, so that it goes on while the phases change: to another page, and from
 * it, the document is loaded anew (shared/rules/sensor-pages.ts).
 */
export const SeatSession = createLazyComponent<{ id: string }>(
  () => import('#web/features/player/components/session-player.tsx').then((m) => m.SessionPlayer),
  SeatSessionFallback,
);

function SeatSessionFallback({ failed, retry }: FallbackProps) {
  const { t } = useTranslation(['flight', 'errors']);
  const back = { href: paths.flight(), label: t('flight:overview') };
  return (
    <FlightCompanionPageFrame line="" back={back}>
      {failed && <LoadError retry={retry}>{t('errors:network')}</LoadError>}
    </FlightCompanionPageFrame>
  );
}
