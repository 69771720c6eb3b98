import { useEffect, useRef } from 'react';
import { useSearch } from 'wouter';
import type { ContentDetail } from '#shared/contract/contents.ts';
import type { HelpfulnessRating } from '#shared/contract/fields.ts';
import { focusInNextFrame } from '#web/lib/step-focus.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { RadioGroup } from '#web/ui/choice.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { SelfRatingComparison } from '#web/features/self-ratings/components/before-and-after.tsx';
import { parseOriginLesson } from '#web/features/programs/model.ts';
import type { SelfRating } from '#shared/rules/self-ratings.ts';
import { NextRecommendedSession } from './next-session.tsx';
import { useQueueSessionRating } from '../queries.ts';

/**
 * Shown after a session: its rating and the next session. When the end was reached by seeking, first asks whether the
 * session counts as completed.
 */
export function SessionEndPanel({
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
  const lesson = parseOriginLesson(useSearch());
  const heading = useRef<HTMLHeadingElement>(null);
  // The pressed button disappeared: the new heading takes the focus and scrolls into view.
  useEffect(() => (byHand ? focusInNextFrame(() => heading.current) : undefined), [byHand]);
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
      {!lesson && <NextRecommendedSession id={content.id} />}
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

const RATINGS: readonly HelpfulnessRating[] = ['very_helpful', 'somewhat_helpful', 'not_helpful'];

/** The question how helpful a session was, and the answer that the person gave. */
function RateSession({ content }: { content: ContentDetail }) {
  const { t } = useTranslation('player');
  const { rate, refused } = useQueueSessionRating(content);
  return (
    <div className="mt-3">
      <RadioGroup
        legend={t('rating.question')}
        choices={RATINGS.map((value) => ({ value, label: t(`rating.${value}`) }))}
        value={content.rating}
        onChange={rate}
      />
      <p role="alert" className="text-sm text-refusal">
        {refused ? t('rating.refused') : ''}
      </p>
      <p aria-live="polite" className="min-h-6 text-sm text-ink-2">
        {content.rating && !refused ? t('rating.thanks') : ''}
      </p>
    </div>
  );
}
