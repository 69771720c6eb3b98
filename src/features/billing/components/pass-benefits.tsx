import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/icons.tsx';

/** What a pass opens. */
export function PassBenefits({ className }: { className: string }) {
  const { t } = useTranslation('billing');
  return (
    <div className={className}>
      <h2 className="text-xl">{t('opens.title')}</h2>
      <ul className="mt-3 border-t border-line">
        {t('opens.points', { returnObjects: true }).map((point) => (
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
