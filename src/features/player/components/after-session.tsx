import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import type { ContentDetail } from '#shared/contract/contents.ts';
import { isReasonCode } from '#shared/rules/recommendation.ts';
import { SessionArt } from '#web/features/art/components/session-art.tsx';
import { roundToMinutes } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { lazyComponent } from '#web/ui/lazy-component.tsx';
import type { SelfRating } from '#web/features/self-ratings/model.ts';
import { useNextContent } from '../queries.ts';
import { RateSession } from './rate-session.tsx';

/**
 * `SelfRatingComparison` of the self-ratings, whose code is loaded while the session plays, because it is shown at the end.
 */
export const SelfRatingComparison = lazyComponent(() =>
  import('#web/features/self-ratings/components/before-and-after.tsx').then(
    (m) => m.SelfRatingComparison,
  ),
);

/**
 * Shown after a session: its rating and the next session. When the end was reached by seeking, first asks whether the
 * session counts as completed.
 */
export function AfterSession({
  content,
  byHand,
  onComplete,
  refused,
  selfRatings,
  onAgain,
  onRead,
}: {
  content: ContentDetail;
  byHand: boolean;
  /** Null when it already counts as completed. */
  onComplete: (() => void) | null;
  /** The server refused to count it; the message is shown elsewhere. */
  refused: boolean;
  /** The numbers given in this run. */
  selfRatings: readonly SelfRating[];
  onAgain: () => void;
  onRead: () => void;
}) {
  const { t } = useTranslation('player');
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed button disappeared: the new heading takes the focus and scrolls into view.
  useEffect(() => {
    if (!byHand) return;
    heading.current?.focus({ preventScroll: true });
    scrollTo(0, 0);
  }, [byHand]);
  return (
    <section aria-labelledby="after-session" className="settle pb-8">
      <h2 id="after-session" ref={heading} tabIndex={-1} className="text-2xl outline-none">
        {t(onComplete ? 'after.atEnd' : 'after.title')}
      </h2>
      <SelfRatingComparison selfRatings={selfRatings} kept={content.selfRatings !== null} />
      {onComplete ? (
        <>
          {!refused && <p className="mt-2 max-w-prose text-ink-2">{t('after.atEndText')}</p>}
          <Button className="mt-4" icon={<Icon name="check" />} onClick={onComplete}>
            {t('complete.mark')}
          </Button>
        </>
      ) : (
        <RateSession content={content} />
      )}
      <NextSession id={content.id} />
      <div className="mt-5 flex flex-wrap gap-x-7">
        <Button variant="quiet" onClick={onAgain}>
          {t('after.again')}
        </Button>
        <Button variant="quiet" onClick={onRead}>
          {t('controls.transcript')}
        </Button>
      </div>
    </section>
  );
}

/**
 * The session recommended after the one with this id; with `open`, nothing if that session asks a safety question
 * before it plays.
 */
export function NextSession({ id, open = false }: { id: string; open?: boolean }) {
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
