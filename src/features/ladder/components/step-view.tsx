import { useState } from 'react';
import { Link } from 'wouter';
import { now } from '#web/lib/clock.ts';
import { paths } from '#web/lib/paths.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { DeferredChildren } from '#web/ui/deferred-children.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useProfile } from '#web/features/account/queries.ts';
import { Page, PageHeading, Section } from '#web/ui/page.tsx';
import { findLatestAttemptIfOpen, type LadderStep } from '../model.ts';
import { useQueueLadderChanges } from '../queries.ts';
import { readOpenRehearsal } from '../store.ts';
import { OutcomeForm } from './outcome-form.tsx';
import { AttemptList } from './attempts.tsx';
import { ForecastForm } from './forecast-form.tsx';
import { AfterAttemptSuggestions } from './done.tsx';
import { StepMaterial } from './step-material.tsx';
import { findStepRehearsalDose, useFormatStepName } from '../hooks/use-step-name.ts';

/** One step of the ladder: its content, an attempt in two halves, and the attempts so far. */
export function StepView({ id, steps }: { id: string; steps: LadderStep[] }) {
  const { t } = useTranslation(['ladder', 'areas']);
  const getStepName = useFormatStepName();
  const step = steps.find((one) => one.id === id);
  const title = step ? getStepName(step) : t('ladder:step.missing');
  usePageTitle(title);
  return (
    <Page>
      <Link
        href={paths.ladder()}
        className="mb-4 inline-flex min-h-11 items-center gap-2 text-ink-2 hover:text-ink"
      >
        <Icon name="back" className="size-5" />
        {t('ladder:step.back')}
      </Link>
      <PageHeading
        above={
          step &&
          t('ladder:step.of', {
            place: steps.indexOf(step) + 1,
            total: steps.length,
            area: t(`areas:${step.area}`),
          })
        }
        title={title}
      />
      <DeferredChildren>{step && <StepDetails step={step} steps={steps} />}</DeferredChildren>
    </Page>
  );
}

function StepDetails({ step, steps }: { step: LadderStep; steps: LadderStep[] }) {
  const { t } = useTranslation('ladder');
  const { saveAttempt, refused } = useQueueLadderChanges();
  const open = findLatestAttemptIfOpen(step);
  const owner = useProfile().id;
  // A rehearsal asks for all of it itself, unless another device flew what was left on the way.
  const isRehearsal = findStepRehearsalDose(step.material) !== null;
  const isToldThere = isRehearsal && open !== null && readOpenRehearsal(owner, open.id) !== null;
  const [phase, setPhase] = useState<'before' | 'after' | 'done'>(open ? 'after' : 'before');
  const [moved, setMoved] = useState(false);
  const go = (to: typeof phase) => {
    setPhase(to);
    setMoved(true);
  };
  const finishedAttempts = step.attempts.filter((attempt) => attempt !== open || phase !== 'after');
  // On a desk the form stands beside what it is about.
  return (
    <div className="max-w-2xl wide:grid wide:max-w-none wide:grid-cols-2 wide:grid-rows-[auto_auto_auto_1fr] wide:gap-x-20">
      <StepMaterial step={step} />
      <div className="mt-10 empty:mt-0 wide:col-start-2 wide:row-span-4 wide:row-start-1 wide:mt-0">
        {refused && (
          <div className="mb-6">
            <Notice tone="refusal">{t('refused')}</Notice>
          </div>
        )}
        {!isRehearsal && (phase === 'before' || (phase === 'after' && !open)) && (
          <ForecastForm
            stepId={step.id}
            takesFocus={moved}
            onStart={(forecast) => {
              saveAttempt({
                ...forecast,
                id: crypto.randomUUID(),
                stepId: step.id,
                startedAt: now().toISOString(),
                outcome: null,
              });
              go('after');
            }}
          />
        )}
        {phase === 'after' && open && !isToldThere && (
          <OutcomeForm
            takesFocus={moved}
            attempt={open}
            onSave={(outcome) => {
              saveAttempt({ ...open, outcome });
              go('done');
            }}
            onStartOver={() => go('before')}
          />
        )}
        {phase === 'done' && (
          <AfterAttemptSuggestions step={step} steps={steps} onRepeat={() => go('before')} />
        )}
      </div>
      {phase !== 'done' && (
        <div className="mt-8 border-t border-line pt-5 wide:row-start-2">
          <p className="max-w-prose text-ink-2">{t('step.stopping')}</p>
          <Link href={paths.ladder()} asChild>
            <ButtonLink variant="quiet">{t('step.leaveIt')}</ButtonLink>
          </Link>
        </div>
      )}
      {finishedAttempts.length > 0 && (
        <div className="mt-10 wide:row-start-3">
          <Section title={t('step.attempts')}>
            <AttemptList attempts={finishedAttempts} />
          </Section>
        </div>
      )}
    </div>
  );
}
