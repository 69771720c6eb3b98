import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { now } from '#web/lib/clock.ts';
import { paths } from '#web/lib/paths.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page, PageHeading, Section } from '#web/ui/page.tsx';
import { openAttempt, type Step } from '../model.ts';
import { useLadderWrites } from '../queries.ts';
import { AfterForm } from './after-form.tsx';
import { Attempts } from './attempts.tsx';
import { BeforeForm } from './before-form.tsx';
import { Done } from './done.tsx';
import { StepMaterial } from './step-material.tsx';
import { useStepName } from './step-name.ts';

/** One step of the ladder: what it is made of, an attempt in two halves, and those made so far. */
export function StepView({ id, steps }: { id: string; steps: Step[] }) {
  const { t } = useTranslation(['ladder', 'assessment']);
  const nameOf = useStepName();
  const step = steps.find((one) => one.id === id);
  const title = step ? nameOf(step) : t('ladder:step.missing');
  usePageTitle(title);
  return (
    <Page narrow>
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
            area: t(`assessment:areas.${step.area}.name`),
          })
        }
        title={title}
      />
      {step && <Known step={step} steps={steps} />}
    </Page>
  );
}

function Known({ step, steps }: { step: Step; steps: Step[] }) {
  const { t } = useTranslation('ladder');
  const { saveAttempt, refused } = useLadderWrites();
  const open = openAttempt(step);
  const [phase, setPhase] = useState<'before' | 'after' | 'done'>(open ? 'after' : 'before');
  const [moved, setMoved] = useState(false);
  const go = (to: typeof phase) => {
    setPhase(to);
    setMoved(true);
  };
  const told = step.attempts.filter((attempt) => attempt !== open || phase !== 'after');
  return (
    <>
      <StepMaterial step={step} />
      {refused && (
        <div className="mt-6">
          <Notice tone="refusal">{t('refused')}</Notice>
        </div>
      )}
      <div className="mt-10">
        {(phase === 'before' || (phase === 'after' && !open)) && (
          <BeforeForm
            arrives={moved}
            begin={(forecast) => {
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
        {phase === 'after' && open && (
          <AfterForm
            arrives={moved}
            attempt={open}
            keep={(outcome) => {
              saveAttempt({ ...open, outcome });
              go('done');
            }}
            instead={() => go('before')}
          />
        )}
        {phase === 'done' && <Done step={step} steps={steps} again={() => go('before')} />}
      </div>
      {phase !== 'done' && (
        <div className="mt-8 border-t border-line pt-5">
          <p className="max-w-prose text-ink-2">{t('step.stopping')}</p>
          <Link href={paths.ladder()} asChild>
            <ButtonLink variant="quiet">{t('step.leaveIt')}</ButtonLink>
          </Link>
        </div>
      )}
      {told.length > 0 && (
        <div className="mt-10">
          <Section title={t('step.attempts')}>
            <Attempts attempts={told} />
          </Section>
        </div>
      )}
    </>
  );
}
