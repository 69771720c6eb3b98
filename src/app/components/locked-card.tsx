import { LockedCrewCard } from '#web/features/crew-card/components/card.tsx';
import { FlightCompanionPageFrame } from '#web/features/flight-companion/components/frame.tsx';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';

/** The page of the card to show to a neighbour or the crew, while the app is locked: without personal data. */
export function LockedCrewCardPage() {
  const { t } = useTranslation(['flight', 'help']);
  usePageTitle(t('flight:card.title'), false);
  return (
    <main id="page" className="flex min-h-dvh flex-col">
      <FlightCompanionPageFrame line="" back={{ href: paths.sos(), label: t('help:sos.title') }}>
        <LockedCrewCard />
      </FlightCompanionPageFrame>
    </main>
  );
}
