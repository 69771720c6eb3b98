import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import type { useSignOut } from '../queries.ts';

/** Asks whether to sign out all the same, where something done would be lost by it. Its words are the profile's. */
export function SignOutQuestion({ signOut }: { signOut: ReturnType<typeof useSignOut> }) {
  const { t } = useTranslation(['profile', 'ui']);
  const unsent = signOut.data;
  return (
    <Dialog
      open={!!unsent}
      onClose={signOut.reset}
      title={t('profile:signOut.unsent.title')}
      closeLabel={t('ui:actions.close')}
      actions={
        <>
          <Button onClick={signOut.reset}>{t('profile:signOut.unsent.stay')}</Button>
          <Button variant="secondary" onClick={() => signOut.mutate(true)}>
            {t('profile:signOut.unsent.leave')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        {!!unsent?.things && <p>{t('profile:signOut.unsent.text', { count: unsent.things })}</p>}
        {unsent?.answers && <p>{t('profile:signOut.unsent.answers')}</p>}
      </div>
    </Dialog>
  );
}
