import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useSearch } from 'wouter';
import type { RehearsalDose } from '#shared/rules/rehearsal-dose.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { useLadder, useLadderMutations } from '#web/features/ladder/queries.ts';
import { type LadderAttempt, toLadderSteps } from '#web/features/ladder/model.ts';
import { now } from '#web/lib/clock.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { useStepFocus } from '#web/lib/step-focus.ts';
import { LoadError, Notice } from '#web/ui/notice.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';
import { Afterwards } from './components/afterwards.tsx';
import { Cautions } from './components/cautions.tsx';
import { DoseForm } from './components/dose-form.tsx';
import { DoseList } from './components/dose-list.tsx';
import { FlightScene, type RehearsalCourse } from './components/flight-scene.tsx';
import { RehearsalFrame } from './components/frame.tsx';
import { type RehearsalForecast, PredictionForm } from './components/prediction-form.tsx';
import { openFlightSound } from './hooks/use-flight-drawing.ts';
import {
  type ChosenDose,
  getInitialDose,
  getDoseArea,
  hasRehearsed,
  parseDoseName,
  takeOtherSeat,
} from './model.ts';

type Stage =
  | { at: 'list' | 'cautions' | 'dose' }
  | { at: 'prediction'; dose: RehearsalDose; isAnnounced: boolean }
  | {
      at: 'flight';
      dose: RehearsalDose;
      isAnnounced: boolean;
      attempt: LadderAttempt;
      forecast: RehearsalForecast;
      sound: ReturnType<typeof openFlightSound>;
    }
  | {
      at: 'after';
      dose: RehearsalDose;
      isAnnounced: boolean;
      attempt: LadderAttempt;
      forecast: RehearsalForecast;
      passed: RehearsalCourse;
    };

/** `/rehearsal`: a flight from the window seat, in a dose that the person chooses; `?dose=` opens one. */
export default function RehearsalPage() {
  const { t } = useTranslation('rehearsal');
  usePageTitle(t('title'));
  const describeError = useErrorMessage();
  const { data, error, refetch } = useLadder();
  if (data) return <Rehearsal steps={data.steps} />;
  return (
    <RehearsalFrame>
      <h1 className="mb-6 text-4xl">{t('title')}</h1>
      {error ? (
        <LoadError title={t('error')} retry={() => void refetch()}>
          {describeError(error)}
        </LoadError>
      ) : (
        <SkeletonList count={4} label={t('loading')} />
      )}
    </RehearsalFrame>
  );
}

function Rehearsal({
  steps,
}: {
  steps: NonNullable<ReturnType<typeof useLadder>['data']>['steps'];
}) {
  const { t } = useTranslation('rehearsal');
  const [, navigate] = useLocation();
  const { save, saveAttempt, refused } = useLadderMutations();
  const name = parseDoseName(useSearch());
  const [isWarned, setWarned] = useState(() => hasRehearsed(steps));
  const [stage, setStage] = useState<Stage>({ at: 'list' });
  const shown: Stage = !name
    ? { at: 'list' }
    : !isWarned
      ? { at: 'cautions' }
      : stage.at === 'list'
        ? { at: 'dose' }
        : stage;
  useStepFocus(shown.at);
  const leave = () => {
    setStage({ at: 'list' });
    navigate(paths.rehearsal());
  };
  const begin = (
    chosen: ChosenDose,
    { dose, isAnnounced }: { dose: RehearsalDose; isAnnounced: boolean },
    forecast: RehearsalForecast,
  ) => {
    const [step] = toLadderSteps([{ area: getDoseArea(chosen), material: `rehearsal.${chosen}` }]);
    const known = steps.find(({ material }) => material === `rehearsal.${chosen}`);
    if (!known) save({ steps: [step!], order: [...steps, step!] });
    const attempt: LadderAttempt = {
      id: crypto.randomUUID(),
      stepId: (known ?? step!).id,
      startedAt: now().toISOString(),
      setting: forecast.setting,
      expected: forecast.expected,
      sure: forecast.sure,
      before: forecast.before,
      outcome: null,
    };
    saveAttempt(attempt);
    const sound = openFlightSound(dose);
    setStage({ at: 'flight', dose, isAnnounced, attempt, forecast, sound });
  };
  if (shown.at === 'flight')
    return (
      <FlightScene
        {...shown}
        before={shown.forecast.before}
        onEnd={(passed) => setStage({ ...shown, at: 'after', passed })}
      />
    );
  if (!name || shown.at === 'list')
    return (
      <RehearsalFrame isRoomy>
        <DoseList steps={steps} />
      </RehearsalFrame>
    );
  return (
    <RehearsalFrame
      onBack={() => (shown.at === 'prediction' ? setStage({ at: 'dose' }) : leave())}
      line={shown.at === 'dose' ? t('first') : shown.at === 'prediction' ? t('second') : undefined}
    >
      {refused && <Notice tone="refusal">{t('refused')}</Notice>}
      {shown.at === 'cautions' && <Cautions onGo={() => setWarned(true)} onLeave={leave} />}
      {shown.at === 'dose' && (
        <DoseForm
          key={name}
          initial={getInitialDose(name)}
          onChoose={(dose, isAnnounced) => setStage({ at: 'prediction', dose, isAnnounced })}
        />
      )}
      {shown.at === 'prediction' && (
        <PredictionForm name={name} onGo={(forecast) => begin(name, shown, forecast)} />
      )}
      {shown.at === 'after' && (
        <Afterwards
          {...shown}
          onKeep={(outcome, repeats) => {
            saveAttempt({ ...shown.attempt, outcome });
            if (repeats) setStage({ ...shown, at: 'prediction', dose: takeOtherSeat(shown.dose) });
            else leave();
          }}
        />
      )}
    </RehearsalFrame>
  );
}
