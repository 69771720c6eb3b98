import { useTranslation } from 'react-i18next';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useExportData } from '../queries.ts';
import { EraseButton } from './erase-button.tsx';
import { HealthConsent } from './health-consent.tsx';

/** Personal data: download all of it, withdraw the health data, or erase the account. */
export function PersonalData() {
  const { t } = useTranslation('security');
  const describeError = useErrorMessage();
  const exportData = useExportData();
  return (
    <>
      <p className="max-w-prose text-ink-2">{t('data.lead')}</p>
      <div className="mt-4 flex flex-wrap gap-x-6 gap-y-3">
        <Button variant="secondary" busy={exportData.isPending} onClick={() => exportData.mutate()}>
          {t('data.export')}
        </Button>
        <EraseButton className="px-0 font-normal" />
      </div>
      {exportData.error && (
        <div className="mt-4">
          <Notice tone="refusal">{describeError(exportData.error)}</Notice>
        </div>
      )}
      <HealthConsent />
    </>
  );
}
