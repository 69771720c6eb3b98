import { BreathingSettingsFields } from '#web/features/breathing/components/exercise-settings.tsx';
import type { BreathingSettings } from '#web/features/breathing/hooks/use-settings.ts';
import { TodayDoneCountLine } from '#web/features/home/components/today-done-line.tsx';
import type { HoldCue } from '#web/features/narration/model.ts';
import type { PlayerState } from '#web/features/narration/engine/player.ts';
import { PlayerControls } from '#web/features/player/components/controls.tsx';
import { ProgramProgressPath } from '#web/features/programs/components/flight-path.tsx';
import { FearClimbSlider } from '#web/features/rehearsal/components/fear-climb.tsx';
import { PhaseRangeSlider } from '#web/features/rehearsal/components/phase-range-slider.tsx';
import { RoughnessSlider } from '#web/features/rehearsal/components/roughness-slider.tsx';
import { SafetyQuestion } from '#web/features/screening/components/screening.tsx';
import { SelfRatingComparison } from '#web/features/self-ratings/components/before-and-after.tsx';
import { HoldCuePanel } from '#web/features/self-ratings/components/hold-panel.tsx';
import type { RegularRehearsalPhase } from '#shared/rules/rehearsal-phases.ts';
import { REHEARSAL_PHASES } from '#shared/rules/rehearsal-phases.ts';
import type { TurbulenceLevel } from '#shared/rules/rehearsal-air.ts';
import { BREATH_PATTERNS } from '#shared/rules/breathing.ts';
import { Counted, Kept, type Specimen, type Translate } from '../specimen.tsx';

const WAIT: HoldCue = { type: 'wait', at: 0, duration: 20_000 };
const RATE: HoldCue = { type: 'rate', name: 'fear', at: 0, duration: 6_000 };
const RATED_AT = '2027-05-01T09:00:00.000Z';
const STOPPED: PlayerState = {
  playing: false,
  ended: false,
  cue: 0,
  held: false,
  narrationMode: 'captions',
  voiceOn: true,
  voiceLost: false,
  speed: 1,
};
const SETTINGS: BreathingSettings = {
  pattern: 'long_exhale',
  minutes: 3,
  sound: false,
  haptics: false,
};
const WHOLE_FLIGHT: { from: RegularRehearsalPhase; to: RegularRehearsalPhase } = {
  from: REHEARSAL_PHASES[0],
  to: REHEARSAL_PHASES.at(-1)!,
};
const CALM: TurbulenceLevel = 0;

/** Parts of sessions, breathing, programs and the rehearsal. */
export function listSessionParts(t: Translate): Specimen[] {
  return [
    {
      component: 'PlayerControls',
      states: Object.fromEntries(
        (['stopped', 'playing', 'silent'] as const).map((state) => [
          state,
          <Counted key={state}>
            {(count) => (
              <PlayerControls
                player={{ skip: count, toggle: count }}
                state={{ ...STOPPED, playing: state === 'playing', voiceOn: state !== 'silent' }}
                reading={state === 'silent'}
                onSound={() => {}}
                onTranscript={() => {}}
              />
            )}
          </Counted>,
        ]),
      ),
    },
    {
      component: 'HoldCuePanel',
      states: {
        wait: (
          <Counted>
            {(count) => <HoldCuePanel cue={WAIT} value={null} onRate={() => {}} onGoOn={count} />}
          </Counted>
        ),
        rate: (
          <Kept initial={null as number | null}>
            {(value, onRate) => (
              <HoldCuePanel cue={RATE} value={value} onRate={onRate} onGoOn={() => {}} />
            )}
          </Kept>
        ),
      },
    },
    {
      component: 'SafetyQuestion',
      states: {
        asked: (
          <Counted>
            {(count) => <SafetyQuestion guard="tension" another={null} onClear={count} />}
          </Counted>
        ),
      },
    },
    {
      component: 'SelfRatingComparison',
      states: {
        pair: (
          <SelfRatingComparison
            kept={false}
            selfRatings={[
              { cue: 1, name: 'fear', value: 7, ratedAt: RATED_AT },
              { cue: 9, name: 'fear', value: 4, ratedAt: RATED_AT },
            ]}
          />
        ),
        once: (
          <SelfRatingComparison
            kept
            selfRatings={[{ cue: 1, name: 'fear', value: 7, ratedAt: RATED_AT }]}
          />
        ),
      },
    },
    {
      component: 'BreathingSettingsFields',
      states: {
        chosen: (
          <Kept initial={SETTINGS}>
            {(settings, set) => (
              <BreathingSettingsFields
                settings={settings}
                change={(part) => set({ ...settings, ...part })}
                pattern={BREATH_PATTERNS.find(({ key }) => key === settings.pattern)!}
              />
            )}
          </Kept>
        ),
      },
    },
    {
      component: 'ProgramProgressPath',
      states: {
        begun: <ProgramProgressPath done={[true, true, false, false]} next={2} />,
        new: <ProgramProgressPath done={[false, false, false, false]} next={-1} />,
      },
    },
    {
      component: 'TodayDoneCountLine',
      states: {
        loading: <TodayDoneCountLine today={undefined} />,
        none: <TodayDoneCountLine today={{ done: 0, recommended: 2 }} />,
        some: <TodayDoneCountLine today={{ done: 1, recommended: 2 }} withPace />,
        enough: <TodayDoneCountLine today={{ done: 2, recommended: 2 }} />,
        failed: <TodayDoneCountLine today={null} />,
      },
    },
    {
      component: 'FearClimbSlider',
      states: {
        unanswered: (
          <Kept initial={null as number | null}>
            {(value, onChange) => (
              <FearClimbSlider
                label={t('ladder:before.fear')}
                unsetText={t('ladder:scale.unset')}
                low={t('ladder:scale.lowFear')}
                high={t('ladder:scale.highFear')}
                value={value}
                onChange={onChange}
              />
            )}
          </Kept>
        ),
      },
    },
    {
      component: 'PhaseRangeSlider',
      states: {
        whole: (
          <Kept initial={WHOLE_FLIGHT}>
            {(span, onChange) => <PhaseRangeSlider {...span} onChange={onChange} />}
          </Kept>
        ),
      },
    },
    {
      component: 'RoughnessSlider',
      states: {
        calm: (
          <Kept initial={CALM}>
            {(value, onChange) => (
              <RoughnessSlider
                label={t('rehearsal:dose.rough')}
                said={t(`rehearsal:roughness.${value}`)}
                value={value}
                onChange={onChange}
              />
            )}
          </Kept>
        ),
      },
    },
  ];
}
