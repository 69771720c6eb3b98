import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#web/lib/api.ts';
import { useErrorSentence } from '#web/lib/error-sentence.ts';
import { Notice } from '#web/ui/notice.tsx';

/** Why the server did not let the person in. It never says whether an address is known here. */
export function Refusal({ error, other }: { error: Error; other?: ReactNode }) {
  const { t } = useTranslation('auth');
  const sentence = useErrorSentence();
  const unusable = error instanceof ApiError && error.code === 'email_unusable';
  return (
    <Notice tone="refusal" title={t('refused')} actions={unusable && other}>
      {sentence(error)} {t('safe')}
    </Notice>
  );
}
