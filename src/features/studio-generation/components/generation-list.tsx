import { Link } from 'wouter';
import type { Brief, Generation } from '#shared/contract/admin-generation.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { ProgressBar } from '#web/ui/stats.tsx';
import { formatCost, isGenerationUnfinished } from '../model.ts';
import { useCancelGeneration } from '../queries.ts';

interface WorksProps {
  works: readonly Generation[];
  /** Of the prices. */
  currency: string;
  /** Puts the brief of a draft that did not come about into the form again. */
  onReuse: (brief: Brief) => void;
}

/** The list of generated drafts and narrations, waiting, under way and finished, newest first. */
export function GenerationList({ works, currency, onReuse }: WorksProps) {
  const { t } = useTranslation('studio-generation');
  return (
    <section>
      <h2 className="text-lg">{t('works.title')}</h2>
      {works.length === 0 && <p className="mt-1 text-ink-2">{t('works.none')}</p>}
      <ul className="mt-2 divide-y divide-line border-y border-line empty:hidden">
        {works.map((work) => (
          <Work key={work.id} work={work} currency={currency} onReuse={onReuse} />
        ))}
      </ul>
    </section>
  );
}

function Work({ work, currency, onReuse }: Omit<WorksProps, 'works'> & { work: Generation }) {
  const { t, i18n } = useTranslation(['studio-generation', 'common']);
  const describeError = useErrorMessage();
  const cancel = useCancelGeneration();
  const { id, kind, state, title, language, contentId, done, total, faults, failure, cost } = work;
  const named = language && t(`common:language.${language}`);
  const counted = [
    work.tokens > 0 && t('studio-generation:works.tokens', { count: work.tokens }),
    work.characters > 0 && t('studio-generation:works.characters', { count: work.characters }),
    cost !== null && cost > 0 && formatCost(cost, currency, i18n.language),
  ].filter(Boolean);
  return (
    <li className="grid gap-1 py-3">
      <p className="line-clamp-2 font-medium wrap-anywhere">{title}</p>
      <p className="text-sm text-ink-2">
        {t(`studio-generation:kinds.${kind}`)}
        {named && ` · ${named}`} · {formatDateTime(new Date(work.createdAt), i18n.language)}
        {counted.length > 0 && ` · ${counted.join(' · ')}`}
      </p>
      <output className="block text-sm">
        {t(`studio-generation:states.${state}`)}
        {isGenerationUnfinished(work) &&
          total > 0 &&
          ` · ${t(`studio-generation:steps.${kind}`, { done, total })}`}
        {state === 'done' && faults !== null && (
          <> · {t('studio-generation:works.faults', { count: faults })}</>
        )}
      </output>
      {failure && <FieldError>{t(`studio-generation:failures.${failure}`)}</FieldError>}
      {isGenerationUnfinished(work) && (
        <ProgressBar value={done} max={total} label={t('studio-generation:works.progress')} />
      )}
      {cancel.error && <FieldError>{describeError(cancel.error)}</FieldError>}
      {isGenerationUnfinished(work) && (
        <span>
          <Button variant="quiet" busy={cancel.isPending} onClick={() => cancel.mutate(id)}>
            {t('studio-generation:works.cancel')}
          </Button>
        </span>
      )}
      {(state === 'failed' || state === 'cancelled') && work.brief && (
        <span>
          <Button variant="quiet" onClick={() => work.brief && onReuse(work.brief)}>
            {t('studio-generation:works.reuse')}
          </Button>
        </span>
      )}
      {!isGenerationUnfinished(work) && contentId && (
        <Link
          href={paths.studioSession(contentId)}
          className="inline-flex min-h-11 items-center underline decoration-edge underline-offset-6 hover:decoration-current"
        >
          {t(`studio-generation:works.open.${kind}`)}
        </Link>
      )}
    </li>
  );
}
