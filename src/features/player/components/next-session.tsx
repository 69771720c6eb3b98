import { Link } from 'wouter';
import { isReasonCode } from '#shared/rules/recommendation.ts';
import { SessionArt } from '#web/features/art/components/session-art.tsx';
import { roundToMinutes } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { useNextContent } from '../queries.ts';

/**
 * The session recommended after the one with this id; with `open`, nothing if that session asks a safety question
 * before it plays.
 */
export function NextRecommendedSession({ id, open = false }: { id: string; open?: boolean }) {
  const { t } = useTranslation(['player', 'common', 'reasons']);
  const { data, isPending, isError } = useNextContent(id, true);
  if (isError || data?.next === null) return null;
  if (isPending) return <Skeleton className="mt-6 h-28 w-full" />;
  const { content, reason } = data.next;
  if (open && content.guard) return null;
  const area = reason.area ? t(`common:areaInSentence.${reason.area}`) : '';
  return (
    <div className="mt-5 flex flex-wrap items-center gap-5 border-t border-line pt-5">
      <div className="w-24">
        <SessionArt id={content.id} kind={content.kind} subject={content.situations[0]} />
      </div>
      <div className="min-w-[min(11rem,100%)] flex-1">
        <p className="text-sm text-ink-2">{t('player:next.title')}</p>
        <h3 lang={content.language} className="text-xl">
          {content.title}
        </h3>
        <p className={`text-sm font-medium ${content.kind === 'load' ? 'text-load' : 'text-flow'}`}>
          {t('common:kindAndLength', {
            kind: t(`common:kind.${content.kind}`),
            count: roundToMinutes(content.durationMs),
          })}
        </p>
        {isReasonCode(reason.code) && (
          <p className="mt-1 text-sm text-ink-2">{t(`reasons:${reason.code}`, { area })}</p>
        )}
        <Link href={paths.content(content.id)} asChild>
          <ButtonLink className="mt-3" aria-label={`${t('player:next.open')}: ${content.title}`}>
            {t('player:next.open')}
          </ButtonLink>
        </Link>
      </div>
    </div>
  );
}
