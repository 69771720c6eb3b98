import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { useConfig, useSessions } from '../queries.ts';
import { EraseDialog } from './erase-dialog.tsx';

/** The quiet way to the erasure of the account. */
export function EraseButton({ className = '' }: { className?: string }) {
  const { t } = useTranslation('security');
  const { data: config } = useConfig();
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  return (
    <>
      <Button variant="quiet" className={className} onClick={() => setOpen(true)}>
        {t('data.erase')}
      </Button>
      {config?.authProvider === 'builtin' ? (
        <EraseOurs open={open} onClose={close} />
      ) : (
        <EraseDialog open={open} onClose={close} hasPassword={false} />
      )}
    </>
  );
}

function EraseOurs(props: { open: boolean; onClose: () => void }) {
  const { data } = useSessions();
  return <EraseDialog {...props} hasPassword={data?.hasPassword ?? true} />;
}
