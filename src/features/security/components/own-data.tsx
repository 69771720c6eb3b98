import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useErrorSentence } from '#web/lib/error-sentence.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useExport } from '../queries.ts';
import { EraseDialog } from './erase-dialog.tsx';
import { HealthConsent } from './health-consent.tsx';

/** Everything held of the person: to take away as a file, or to erase, as a whole or what is said of a fear. */
export function OwnData({ hasPassword }: { hasPassword: boolean }) {
  const { t } = useTranslation('security');
  const sentence = useErrorSentence();
  const take = useExport();
  const [erasing, setErasing] = useState(false);
  const close = useCallback(() => setErasing(false), []);
  return (
    <>
      <p className="max-w-prose text-ink-2">{t('data.lead')}</p>
      <div className="mt-4 flex flex-wrap gap-x-6 gap-y-3">
        <Button variant="secondary" busy={take.isPending} onClick={() => take.mutate()}>
          {t('data.export')}
        </Button>
        <Button variant="quiet" className="px-0 font-normal" onClick={() => setErasing(true)}>
          {t('data.erase')}
        </Button>
      </div>
      {take.error && (
        <div className="mt-4">
          <Notice tone="refusal">{sentence(take.error)}</Notice>
        </div>
      )}
      <HealthConsent />
      <EraseDialog open={erasing} onClose={close} hasPassword={hasPassword} />
    </>
  );
}
