import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { needTexts } from '#web/lib/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { type InsteadProps, late } from '#web/ui/late.tsx';
import { NotLoaded } from '#web/ui/not-loaded.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';

const LegalText = late(async () => {
  const [module] = await Promise.all([import('./legal-text.tsx'), needTexts('public')]);
  return module.LegalText;
}, TextInstead);

function TextInstead({ failed, retry }: InsteadProps) {
  const { t } = useTranslation(['ui', 'errors']);
  if (!failed) return <SkeletonList count={4} shape="line" label={t('ui:loading')} />;
  return <NotLoaded retry={retry}>{t('errors:network')}</NotLoaded>;
}

/** Opens a legal text above the page, for forms that must not be left to read it (and states that have no such page). */
export function LegalButton({
  which,
  children,
  className = 'text-link',
}: {
  which: 'privacy' | 'terms';
  children?: ReactNode;
  className?: string;
}) {
  const { t } = useTranslation('ui');
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <button type="button" className={className} onClick={() => setOpen(true)}>
        {children}
      </button>
      <Dialog
        open={open}
        onClose={close}
        wide
        title={t(`footer.${which}`)}
        closeLabel={t('actions.close')}
        actions={<Button onClick={close}>{t('actions.close')}</Button>}
      >
        <LegalText which={which} inDialog />
      </Dialog>
    </>
  );
}
