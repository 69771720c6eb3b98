import { useTranslation } from 'react-i18next';
import { useErrorSentence } from '#web/lib/error-sentence.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useExport } from '../queries.ts';
import { EraseButton } from './erase-button.tsx';
import { HealthConsent } from './health-consent.tsx';

/** Everything held of the person: to take away as a file, or to erase, as a whole or what is said of a fear. */
export function OwnData() {
  const { t } = useTranslation('security');
  const sentence = useErrorSentence();
  const take = useExport();
  return (
    <>
      <p className="max-w-prose text-ink-2">{t('data.lead')}</p>
      <div className="mt-4 flex flex-wrap gap-x-6 gap-y-3">
        <Button variant="secondary" busy={take.isPending} onClick={() => take.mutate()}>
          {t('data.export')}
        </Button>
        <EraseButton className="px-0 font-normal" />
      </div>
      {take.error && (
        <div className="mt-4">
          <Notice tone="refusal">{sentence(take.error)}</Notice>
        </div>
      )}
      <HealthConsent />
    </>
  );
}
