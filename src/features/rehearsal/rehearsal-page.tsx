import { useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import type { RehearsalDose } from '#shared/rules/rehearsal-dose.ts';
import { useProfile } from '#web/features/account/queries.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { useLadder, useQueueLadderChanges } from '#web/features/ladder/queries.ts';
import { type LadderAttempt, type LadderStep, toLadderSteps } from '#web/features/ladder/model.ts';
import { deleteOpenRehearsal, storeOpenRehearsal } from '#web/features/ladder/store.ts';
import { now } from '#web/lib/clock.ts';
import { moveInHistory } from '#web/lib/entry-state.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { useFocusHeadingOnStepChange } from '#web/lib/step-focus.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { LoadError, Notice } from '#web/ui/notice.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';
import { RehearsalOutcomeForm } from './components/rehearsal-outcome-form.tsx';
import { RehearsalCautions } from './components/cautions.tsx';
import { NothingNewBeforeFlightNotice } from '#web/features/flights/components/nothing-new-notice.tsx';
import { DoseForm } from './components/dose-form.tsx';
import { DoseList } from './components/dose-list.tsx';
import { FlightScene, type RehearsalResult } from './components/flight-scene.tsx';
import { RehearsalPageFrame } from './components/frame.tsx';
import { type RehearsalForecast, RehearsalForecastForm } from './components/prediction-form.tsx';
import { openRehearsalSound } from './hooks/use-flight-drawing.ts';
import {
  type ChosenDoseName,
  findOpenDoseAttempt,
  getInitialDose,
  getRehearsalArea,
  hasRehearsed,
  parseDoseName,
  changeToNextSeat,
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
      sound: ReturnType<typeof openRehearsalSound>;
    }
  | {
      at: 'after';
      dose: RehearsalDose;
      isAnnounced: boolean;
      attempt: LadderAttempt;
      forecast: number;
      passed: RehearsalResult;
    };

/** `/rehearsal`: a flight from the window seat, in a dose that the person chooses; `?dose=` opens one. */
export default function RehearsalPage() {
  const { t } = useTranslation('rehearsal');
  usePageTitle(t('title'));
  const describeError = useErrorMessage();
  const { data, error, refetch } = useLadder();
  if (data) return <Rehearsal steps={data.steps} />;
  return (
    <RehearsalPageFrame>
      <h1 className="mb-6 text-4xl">{t('title')}</h1>
      {error ? (
        <LoadError title={t('error')} retry={() => void refetch()}>
          {describeError(error)}
        </LoadError>
      ) : (
        <SkeletonList count={4} label={t('loading')} />
      )}
    </RehearsalPageFrame>
  );
}

function Rehearsal({ steps }: { steps: LadderStep[] }) {
  const { t } = useTranslation('rehearsal');
  const [, navigate] = useLocation();
  const owner = useProfile().id;
  const { save, saveAttempt, refused } = useQueueLadderChanges();
  const name = parseDoseName(useSearch());
  const [isWarned, setWarned] = useState(() => hasRehearsed(steps));
  const [stage, setStage] = useState<Stage>({ at: 'list' });
  const shown: Stage = !name
    ? { at: 'list' }
    : !isWarned
      ? { at: 'cautions' }
      : stage.at === 'list'
        ? (findOpenStage(steps, owner, name) ?? { at: 'dose' })
        : stage;
  useFocusHeadingOnStepChange(shown.at);
  const leave = () => {
    setStage({ at: 'list' });
    navigate(paths.rehearsal());
  };
  const begin = (
    chosen: ChosenDoseName,
    { dose, isAnnounced }: { dose: RehearsalDose; isAnnounced: boolean },
    forecast: RehearsalForecast,
  ) => {
    const [step] = toLadderSteps([
      { area: getRehearsalArea(chosen), material: `rehearsal.${chosen}` },
    ]);
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
    const sound = openRehearsalSound(dose);
    setStage({ at: 'flight', dose, isAnnounced, attempt, forecast, sound });
    // An entry of its own, which the browser's own way back leaves: the flight is then stopped, and told of.
    navigate(paths.rehearsal(chosen));
  };
  if (shown.at === 'flight') {
    const { dose, isAnnounced, attempt, forecast } = shown;
    return (
      <FlightScene
        {...shown}
        before={forecast.before}
        onCourse={({ marks, lasted, ...course }) => {
          const rehearsal = { dose, lasted, forecast: forecast.highest, curve: marks };
          storeOpenRehearsal(owner, attempt.id, { rehearsal, ...course, isAnnounced });
        }}
        onEnd={(passed, isLeft) => {
          setStage({ at: 'after', dose, isAnnounced, attempt, forecast: forecast.highest, passed });
          if (!isLeft) void moveInHistory(-1);
        }}
      />
    );
  }
  if (!name || shown.at === 'list')
    return (
      <RehearsalPageFrame isRoomy>
        <DoseList
          steps={steps}
          isOpen={(dose) => findOpenDoseAttempt(steps, owner, dose) !== null}
        />
      </RehearsalPageFrame>
    );
  return (
    <RehearsalPageFrame
      onBack={() => (shown.at === 'prediction' ? setStage({ at: 'dose' }) : leave())}
      line={shown.at === 'dose' ? t('first') : shown.at === 'prediction' ? t('second') : undefined}
    >
      {refused && <Notice tone="refusal">{t('refused')}</Notice>}
      {shown.at === 'cautions' && (
        <RehearsalCautions onGo={() => setWarned(true)} onLeave={leave} />
      )}
      {shown.at === 'dose' && (
        <NothingNewBeforeFlightNotice>{t('lastDay')}</NothingNewBeforeFlightNotice>
      )}
      {shown.at === 'dose' && (
        <DoseForm
          key={name}
          initial={getInitialDose(name)}
          onChoose={(dose, isAnnounced) => setStage({ at: 'prediction', dose, isAnnounced })}
        />
      )}
      {shown.at === 'prediction' && (
        <RehearsalForecastForm name={name} onGo={(forecast) => begin(name, shown, forecast)} />
      )}
      {shown.at === 'after' && (
        <RehearsalOutcomeForm
          {...shown}
          onKeep={(outcome, repeats) => {
            saveAttempt({ ...shown.attempt, outcome });
            deleteOpenRehearsal(owner, shown.attempt.id);
            if (repeats)
              setStage({ ...shown, at: 'prediction', dose: changeToNextSeat(shown.dose) });
            else leave();
          }}
          onSkip={
            stage.at === 'list'
              ? () => {
                  deleteOpenRehearsal(owner, shown.attempt.id);
                  setStage({ at: 'dose' });
                }
              : undefined
          }
        />
      )}
    </RehearsalPageFrame>
  );
}

/** What is asked after the latest rehearsal of a dose that this device knows and that was not told of; null for none. */
function findOpenStage(
  steps: readonly LadderStep[],
  owner: string,
  name: ChosenDoseName,
): Extract<Stage, { at: 'after' }> | null {
  const open = findOpenDoseAttempt(steps, owner, name);
  if (!open) return null;
  const { attempt, isWhole, inHeadset, isAnnounced, rehearsal } = open;
  const { dose, forecast, lasted, curve } = rehearsal;
  const passed = { lasted, isWhole, inHeadset, marks: curve };
  return { at: 'after', dose, isAnnounced, attempt, forecast, passed };
}
