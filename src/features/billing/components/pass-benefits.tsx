import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { subscriptionQuery } from '#web/features/account/queries.ts';
import { Icon } from '#web/ui/icons.tsx';

/** Lists what a pass gives access to; answers to private questions are listed only while somebody gives them. */
export function PassBenefits({ className }: { className: string }) {
  const { t } = useTranslation('billing');
  const { data: status } = useQuery({ ...subscriptionQuery, enabled: false });
  const points = t('opens.points', { returnObjects: true });
  return (
    <div className={className}>
      <h2 className="text-xl">{t('opens.title')}</h2>
      <ul className="mt-3 border-t border-line">
        {(status?.isSupported ? [...points, t('opens.support')] : points).map((point) => (
          <li
            key={point}
            className="flex items-start gap-3.5 border-b border-line py-1.5 wide:py-3"
          >
            <Icon name="check" className="mt-0.5 size-5 shrink-0 text-flow" />
            <span className="min-w-0">{point}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
