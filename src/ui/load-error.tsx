import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

/** Shown in place of content that failed to load: what happened, what is safe, and a retry button. */
export function LoadError({
  title,
  retry,
  children,
}: {
  title?: ReactNode;
  retry: () => void;
  children: ReactNode;
}) {
  const { t } = useTranslation('ui');
  return (
    <Notice
      tone="refusal"
      title={title}
      actions={
        <Button variant="secondary" onClick={retry}>
          {t('actions.tryAgain')}
        </Button>
      }
    >
      {children}
    </Notice>
  );
}
