import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from './button.tsx';
import { Notice } from './notice.tsx';

/** In place of what did not load: what happened, what is safe, and another try. */
export function NotLoaded({
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
