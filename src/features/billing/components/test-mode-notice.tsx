import { useTranslation } from 'react-i18next';

/** A notice that no money is charged in test mode, shown beside every amount. */
export function TestModeNotice() {
  const { t } = useTranslation('billing');
  return (
    <div className="rounded-2xl bg-notice-ground px-5 py-4">
      <p className="font-medium tracking-wide text-notice">{t('test.mark')}</p>
      <p className="mt-1">{t('test.text')}</p>
    </div>
  );
}
