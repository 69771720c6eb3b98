import type { ReactNode } from 'react';
import { isLanguage } from '#shared/rules/languages.ts';
import { UnframedSessionArt, WindowFrame } from '#web/features/art/components/session-art.tsx';
import { ReportTable } from '#web/features/assessment/components/report-table.tsx';
import { buildExcerptCues } from '#web/features/excerpt/model.ts';
import { Captions } from '#web/features/player/components/captions.tsx';
import { PlayerControls } from '#web/features/player/components/controls.tsx';
import { useTranslation } from '#web/lib/translation.ts';

// The report and the player as they are in the app, from the same components with sample figures. Rendered at
// build time only: in the app's own landing page they would move into the chunks that people wait for.

/** The landing page's section with pictures of the product, marked as samples. */
export function ProductPicturesSection() {
  const { t } = useTranslation('landing');
  return (
    <section
      id="look"
      // On a phone the session above is played on what it shows.
      className="render-late-200 mx-auto max-wide:hidden max-w-6xl px-5 pb-10 wide:px-8 wide:pb-24"
    >
      <h2 className="text-3xl">{t('product.title')}</h2>
      <p className="mt-4 max-w-prose text-lg text-ink-2">{t('product.sample')}</p>
      <div className="mt-5 grid gap-x-10 gap-y-10 *:min-w-0 wide:grid-cols-[1.3fr_1fr]">
        <Figure name="report">
          <div className="max-h-72 overflow-hidden wide:max-h-96 [mask-image:linear-gradient(#000_70%,transparent)]">
            <ReportTable answers={SAMPLE_ANSWERS} />
          </div>
        </Figure>
        <Figure name="player">
          <SamplePlayer />
        </Figure>
      </div>
    </section>
  );
}

/** A part of the app in a frame; nothing in it can be used, and its caption says in words what it shows. */
function Figure({ name, children }: { name: 'report' | 'player'; children: ReactNode }) {
  const { t } = useTranslation('landing');
  return (
    <figure>
      <div inert className="rounded-3xl border border-line bg-raised px-5 py-4 sm:px-7 sm:py-6">
        {children}
      </div>
      <figcaption className="mt-3 max-w-prose text-ink-2">
        <strong className="font-medium text-ink">{t(`product.${name}.title`)}</strong>{' '}
        {t(`product.${name}.text`)}
      </figcaption>
    </figure>
  );
}

const SAMPLE_ANSWERS = {
  pre_flight_worry: 7,
  airport_boarding_stress: 4,
  takeoff_landing_fear: 8,
  turbulence_weather_worry: 9,
  crash_catastrophe_fear: 6,
  fear_losing_control: 7,
  fear_enclosed_spaces: 5,
  fear_no_escape: 6,
  fear_heights: 3,
  flying_with_others_anxiety: 2,
  germs_cleanliness_anxiety: 1,
  past_flight_trauma: 4,
  post_flight_worry: 1,
  inflight_sensation_fear: 6,
  aircraft_crew_trust_worry: 3,
  night_overwater_worry: 2,
};

/** The sentence under way in the sample: the first cue is a chime. */
const SAMPLE_CUE = 2;

function SamplePlayer() {
  const { t, i18n } = useTranslation('landing');
  const language = isLanguage(i18n.language) ? i18n.language : 'en';
  const cues = buildExcerptCues(t('excerpt.lines', { returnObjects: true }), language);
  const state = {
    playing: true,
    ended: false,
    cue: SAMPLE_CUE,
    held: false,
    narrationMode: 'device' as const,
    voiceOn: true,
    voiceLost: false,
    speed: 1,
  };
  const player = { skip: () => undefined, toggle: () => undefined };
  return (
    <>
      <WindowFrame className="mx-auto w-28">
        <UnframedSessionArt id="row-2" kind="flow" />
      </WindowFrame>
      <div className="mt-5">
        <Captions content={{ cues, language }} state={state} />
      </div>
      <div className="mt-3">
        <PlayerControls
          player={player}
          state={state}
          reading={false}
          onSound={() => undefined}
          onTranscript={() => undefined}
        />
      </div>
    </>
  );
}
