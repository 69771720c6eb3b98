import { useTranslation } from 'react-i18next';
import type { ContentDetail } from '#shared/contract/contents.ts';
import type { HelpfulnessRating } from '#shared/contract/fields.ts';
import { RadioGroup } from '#web/ui/choice.tsx';
import { useQueueSessionRating } from '../queries.ts';

const RATINGS: readonly HelpfulnessRating[] = ['very_helpful', 'somewhat_helpful', 'not_helpful'];

/** The question how helpful a session was, and the answer that the person gave. */
export function RateSession({ content }: { content: ContentDetail }) {
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
