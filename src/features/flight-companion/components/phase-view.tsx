import { useState } from 'react';
import { Link } from 'wouter';
import type { FlightPhase } from '#shared/rules/flight-phases.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Icon } from '#web/ui/icons.tsx';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';
import { Slider } from '#web/ui/slider.tsx';
import { listPhaseNoteKeys } from '../engine/aircraft.ts';
import type { Journey } from '../engine/journey.ts';
import { SoundAndHeightCurves } from './flight-curves.tsx';
import { PhaseNameAndSoundLink, PhaseText } from './step-text.tsx';

/** The session that fits, whose list is loaded after the phase. */
const SeatPiece = createLazyComponent(() =>
  import('./seat-session-link.tsx').then((m) => m.SeatSessionLink),
);

/** The meter and what the aircraft is built for, loaded with rough air. */
const RoughAir = createLazyComponent(() =>
  import('#web/features/turbulence-meter/components/rough-air.tsx').then(
    (m) => m.TurbulenceMeterSection,
  ),
);
/** Fetches what phases show beside their words, which is wanted in the air. */
export function preloadPhaseParts(): void {
  void SeatPiece.preload();
  void RoughAir.preload();
}

/** One phase: what is heard, why, what to do now, what comes next, and an exercise that fits. */
export function PhaseView({
  phase,
  about,
  onFear,
  onRoughness,
}: {
  phase: FlightPhase;
  /** What it is flown with, and where the person sits. */
  about: Pick<Journey, 'aircraft' | 'seat' | 'side'>;
  /** Notes the fear, 0 to 10; null where the phase is only looked at. */
  onFear: ((fear: number) => void) | null;
  /** Keeps how rough it is with the flight; null where there is none to keep it with. */
  onRoughness: ((felt: { lowest: number; highest: number }) => void) | null;
}) {
  const { t } = useTranslation('flight');
  const notes = listPhaseNoteKeys(about, phase);
  return (
    <article className="flex flex-col">
      <PhaseNameAndSoundLink name={t(`phases.${phase}.name`)} />
      {phase === 'rough_air' ? (
        <RoughAir onKeep={onRoughness} />
      ) : (
        <SoundAndHeightCurves phase={phase} />
      )}
      <div>
        <PhaseText
          texts={{
            hear: t(`phases.${phase}.hear`),
            why: t(`phases.${phase}.why`),
            now: t(`phases.${phase}.now`),
            say: t(`phases.${phase}.say`),
          }}
        >
          {notes.length > 0 && (
            <section>
              <h2 className="font-sans text-sm font-normal text-ink-2">{t('differs')}</h2>
              {notes.map((note) => (
                <p key={note} className="text-lg text-pretty">
                  {t(note)}
                </p>
              ))}
            </section>
          )}
          <section>
            <h2 className="font-sans text-sm font-normal text-ink-2">{t('ahead')}</h2>
            <p className="text-lg text-pretty">{t(`phases.${phase}.ahead`)}</p>
          </section>
        </PhaseText>
      </div>
      <div className="flight-after mt-6 border-y border-line">
        <SeatPiece phase={phase} />
        <Link href={paths.card()} className="group flex min-h-16 items-center gap-4 py-3">
          <span className="grow font-medium group-hover:underline">{t('card.title')}</span>
          <Icon name="chevron-right" className="size-5 shrink-0 text-ink-2" />
        </Link>
      </div>
      {onFear && <FearNow key={phase} onFear={onFear} />}
    </article>
  );
}

function FearNow({ onFear }: { onFear: (fear: number) => void }) {
  const { t } = useTranslation('flight');
  const [fear, setFear] = useState<number | null>(null);
  return (
    <div className="flight-after mt-6">
      <Slider
        label={t('fear')}
        value={fear}
        low={t('scale.low')}
        high={t('scale.high')}
        unsetText={t('scale.unset')}
        onChange={(value) => {
          setFear(value);
          onFear(value);
        }}
      />
    </div>
  );
}
