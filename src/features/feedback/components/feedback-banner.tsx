import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PRODUCT_NAME } from '#shared/product.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { dismissBanner, isBannerDismissed } from '../store.ts';
import { FeedbackDialog } from './feedback-dialog.tsx';

/** The line at the bottom that says this is a beta and asks for a word; once put away it never comes back. */
export function FeedbackBanner() {
  const { t } = useTranslation('feedback');
  const [dismissed, setDismissed] = useState(isBannerDismissed);
  const [open, setOpen] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  if (dismissed) return null;
  const dismiss = () => {
    dismissBanner();
    setDismissed(true);
  };
  return (
    <aside
      aria-label={t('banner.label')}
      data-no-print
      className="border-t border-line bg-sunk text-sm"
    >
      <div className="mx-auto flex max-w-6xl items-center gap-x-4 pr-2 pl-5 wide:px-8">
        <p className="grow leading-snug">
          <span className="sm:hidden">{t('banner.label')} · </span>
          <span className="max-sm:hidden">{t('banner.text', { product: PRODUCT_NAME })} </span>
          <Button
            variant="quiet"
            className="-my-0.5 min-h-11 px-0 py-1 text-left"
            onClick={() => setOpen(true)}
          >
            {t('banner.open')}
          </Button>
        </p>
        <IconButton
          label={t('banner.dismiss')}
          className="-my-0.5 size-11 shrink-0"
          onClick={dismiss}
        >
          <Icon name="close" className="size-5" />
        </IconButton>
      </div>
      <FeedbackDialog open={open} onClose={close} />
    </aside>
  );
}
