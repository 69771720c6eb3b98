import { Link } from 'wouter';
import { countRemainingPractice } from '#shared/rules/ladder.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { toAttemptSummaries, findNextStepIdToPractise, type LadderStep } from '../model.ts';
import { AttemptHeading } from './part-heading.tsx';
import { useFormatStepName } from '../hooks/use-step-name.ts';

/**
 * Shown after an attempt at a step of the ladder: suggests repeating it in other settings first, then the next step.
 */
export function AfterAttemptSuggestions({
  step,
  steps,
  onRepeat,
}: {
  step: LadderStep;
  steps: LadderStep[];
  onRepeat: () => void;
}) {
  const { t } = useTranslation('ladder');
  const getStepName = useFormatStepName();
  const asked = countRemainingPractice(toAttemptSummaries(step));
  const open = asked.repeats > 0 || asked.settings > 0;
  const nextId = findNextStepIdToPractise(steps);
  const next = steps.find(({ id }) => id === nextId);
  return (
    <div className="grid gap-4 rounded-3xl bg-sunk px-6 py-6">
      <AttemptHeading takesFocus>{t('done.kept')}</AttemptHeading>
      {open && (
        <>
          <p className="font-medium">{t('done.again')}</p>
          <p>
            {t('done.repeats', { count: Math.max(asked.repeats, asked.settings) })}{' '}
            {asked.settings > 0 && t('done.settings')}
          </p>
        </>
      )}
      {!open && next && (
        <p>
          {t('done.next')}{' '}
          <Link href={paths.ladder(next.id)} className="font-medium underline underline-offset-4">
            {getStepName(next)}
          </Link>
        </p>
      )}
      {!open && !next && <p>{t('list.all')}</p>}
      <p className="text-sm text-ink-2">{t('done.free')}</p>
      <div>
        <Button variant="secondary" onClick={onRepeat}>
          {t('done.once')}
        </Button>
      </div>
    </div>
  );
}
