import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { needTexts } from '#web/lib/i18n.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';

const LegalText = lazy(async () => {
  const [module] = await Promise.all([import('./legal-text.tsx'), needTexts('public')]);
  return { default: module.LegalText };
});

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
        <Suspense fallback={<SkeletonList count={4} shape="line" label={t('loading')} />}>
          <LegalText which={which} inDialog />
        </Suspense>
      </Dialog>
    </>
  );
}
