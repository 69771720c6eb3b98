import { type ReactNode, useState } from 'react';
import { loadCatalogueGroup } from '#web/lib/i18n.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { type FallbackProps, createLazyComponent } from '#web/ui/lazy-component.tsx';
import { LoadError } from '#web/ui/notice.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';
import { useOperator } from '../queries.ts';

const LegalText = createLazyComponent(async () => {
  const [module] = await Promise.all([import('./legal-text.tsx'), loadCatalogueGroup('public')]);
  return module.LegalText;
}, LegalTextFallback);

function LegalTextFallback({ failed, retry }: FallbackProps) {
  const { t } = useTranslation(['ui', 'errors']);
  if (!failed) return <SkeletonList count={4} shape="line" label={t('ui:loading')} />;
  return <LoadError retry={retry}>{t('errors:network')}</LoadError>;
}

/** Opens a legal text in a dialog, for forms that must not be left, and for states in which the page is closed. */
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
  const operator = useOperator();
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
        actions={<Button onClick={close}>{t('actions.close')}</Button>}
      >
        <LegalText which={which} inDialog operator={operator} />
      </Dialog>
    </>
  );
}
