import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { stillAsked } from '#shared/rules/ladder.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { asTried, nextStepId, type Step } from '../model.ts';
import { PartHeading } from './part-heading.tsx';
import { useStepName } from './step-name.ts';

/** After an attempt: again and differently, and only then the next step; a proposal either way. */
export function Done({ step, steps, again }: { step: Step; steps: Step[]; again: () => void }) {
  const { t } = useTranslation('ladder');
  const nameOf = useStepName();
  const asked = stillAsked(asTried(step));
  const open = asked.repeats > 0 || asked.settings > 0;
  const nextId = nextStepId(steps);
  const next = steps.find(({ id }) => id === nextId);
  return (
    <div className="grid gap-4 rounded-3xl bg-sunk px-6 py-6">
      <PartHeading arrives>{t('done.kept')}</PartHeading>
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
            {nameOf(next)}
          </Link>
        </p>
      )}
      {!open && !next && <p>{t('list.all')}</p>}
      <p className="text-sm text-ink-2">{t('done.free')}</p>
      <div>
        <Button variant="secondary" onClick={again}>
          {t('done.once')}
        </Button>
      </div>
    </div>
  );
}
