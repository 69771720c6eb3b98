import { useTranslation } from 'react-i18next';
import { EraseButton } from './erase-button.tsx';
import { ExportData } from './export-data.tsx';
import { HealthConsent } from './health-consent.tsx';

/** Personal data: download all of it, withdraw the health data, or erase the account. */
export function PersonalData() {
  const { t } = useTranslation('security');
  return (
    <>
      <p className="max-w-prose text-ink-2">{t('data.lead')}</p>
      <div className="mt-2 grid justify-items-start gap-1">
        <ExportData />
        <EraseButton className="px-0 font-normal" />
      </div>
      <HealthConsent />
    </>
  );
}
