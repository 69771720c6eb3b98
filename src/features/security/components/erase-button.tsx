import { useCallback, useState } from 'react';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { useServerConfig } from '#web/features/identity/queries.ts';
import { useSignInSessions } from '../queries.ts';
import { EraseAccountDialog } from './erase-dialog.tsx';
import { LazyFreshSignIn } from './lazy-fresh-sign-in.tsx';

/** The button that opens the dialog in which the person erases their account. */
export function EraseAccountButton({ className = '' }: { className?: string }) {
  const { t } = useTranslation('security');
  const { data: config } = useServerConfig();
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  return (
    <>
      <Button variant="quiet" className={className} onClick={() => setOpen(true)}>
        {t('data.erase')}
      </Button>
      {config?.authProvider === 'builtin' ? (
        <EraseBuiltinAccount open={open} onClose={close} />
      ) : (
        <EraseAccountDialog open={open} onClose={close} hasPassword={false} />
      )}
      <LazyFreshSignIn />
    </>
  );
}

function EraseBuiltinAccount(props: { open: boolean; onClose: () => void }) {
  const { data } = useSignInSessions();
  return <EraseAccountDialog {...props} hasPassword={data?.hasPassword ?? true} />;
}
