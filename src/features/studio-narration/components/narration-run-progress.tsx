import { Link } from 'wouter';
import type { MissingNarrationsRun, NarrationRunAction } from '#shared/contract/admin-narration.ts';
import { formatCost } from '#web/features/studio-generation/model.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { useForm } from '#web/lib/use-form.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldError, TextField } from '#web/ui/field.tsx';
import { ProgressBar } from '#web/ui/stats.tsx';
import { isNarrationRunUnderWay, parseCeiling } from '../model.ts';
import { useChangeNarrationRun } from '../queries.ts';

interface RunProps {
  run: MissingNarrationsRun;
  /** Of a million characters. */
  price: number | null;
}

/** A run in one line, with what can be done about it, and what of it failed. */
export function NarrationRunProgress({ run, price }: RunProps) {
  const { t, i18n } = useTranslation(['studio-narration', 'common', 'ui']);
  const describeError = useErrorMessage();
  const change = useChangeNarrationRun(run.id);
  const { state, reason, recordings, sentences, characters, cost, currency, current } = run;
  const press = (action: NarrationRunAction) => (
    <Button
      variant={action === 'cancel' || action === 'pause' ? 'secondary' : 'primary'}
      busy={change.isPending}
      onClick={() => change.mutate({ action })}
    >
      {t(`studio-narration:actions.${action}`)}
    </Button>
  );
  const said = [
    t('studio-narration:recordings', { done: recordings.done, count: recordings.total }),
    t('studio-narration:sentences', { done: sentences.done, count: sentences.total }),
    t('studio-narration:characters', { count: characters }),
    cost !== null && formatCost(cost, currency, i18n.language),
  ].filter(Boolean);
  return (
    <section className="grid max-w-2xl gap-3">
      <output className="block">
        <span className="font-medium">
          {t(`studio-narration:states.${state === 'paused' ? (reason ?? 'asked') : state}`)}
        </span>
        {current && state === 'running' && (
          <span className="text-ink-2">
            {' '}
            {current.title} · {t(`common:language.${current.language}`)}
          </span>
        )}
      </output>
      <ProgressBar
        value={sentences.done}
        max={sentences.total}
        label={t('studio-narration:progress')}
      />
      <p className="tabular text-sm text-ink-2">{said.join(' · ')}</p>
      {change.error && <FieldError>{describeError(change.error)}</FieldError>}
      {state === 'paused' && reason === 'ceiling' ? (
        <HigherCeiling run={run} price={price} />
      ) : (
        <div className="flex flex-wrap gap-3">
          {state === 'running' && press('pause')}
          {state === 'paused' && press('resume')}
          {isNarrationRunUnderWay(run) && press('cancel')}
        </div>
      )}
      {run.failures.length > 0 && (
        <div className="mt-2">
          <h2 className="text-lg">
            {t('studio-narration:failed', { count: run.failures.length })}
          </h2>
          <ul className="mt-2 divide-y divide-line border-y border-line">
            {run.failures.map((one) => (
              <Failure key={`${one.contentId} ${one.language}`} failure={one} />
            ))}
          </ul>
          {state !== 'running' && <div className="mt-3">{press('again')}</div>}
        </div>
      )}
    </section>
  );
}

function Failure({ failure }: { failure: MissingNarrationsRun['failures'][number] }) {
  const { t } = useTranslation(['studio-generation', 'common']);
  const { contentId, title, language } = failure;
  return (
    <li className="py-2">
      <Link
        href={paths.studioSession(contentId)}
        className="inline-flex min-h-11 items-center underline decoration-edge underline-offset-6 hover:decoration-current"
      >
        {title} · {t(`common:language.${language}`)}
      </Link>
      <p className="text-sm text-ink-2">{t(`studio-generation:failures.${failure.failure}`)}</p>
    </li>
  );
}

/** Asks for another ceiling, or none, before a run goes on that has reached its own. */
function HigherCeiling({ run: { id, currency }, price }: RunProps) {
  const { t } = useTranslation('studio-narration');
  const change = useChangeNarrationRun(id);
  const form = useForm({
    initial: { ceiling: '' },
    request: change,
    validate: ({ ceiling }) => ({
      ceiling: parseCeiling(ceiling, price) === undefined && t('ceiling.wrong'),
    }),
    onSubmit: ({ ceiling }) =>
      change.mutate({ action: 'resume', ceiling: parseCeiling(ceiling, price) ?? null }),
  });
  return (
    <form {...form.props} className="grid gap-3">
      <TextField
        {...form.bindInput('ceiling')}
        label={price === null ? t('ceiling.characters') : t('ceiling.money', { currency })}
        hint={t('ceiling.hint')}
        inputMode="decimal"
        autoComplete="off"
        className="max-w-48"
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" busy={change.isPending}>
          {t('actions.resume')}
        </Button>
        <Button variant="secondary" onClick={() => change.mutate({ action: 'cancel' })}>
          {t('actions.cancel')}
        </Button>
      </div>
    </form>
  );
}
