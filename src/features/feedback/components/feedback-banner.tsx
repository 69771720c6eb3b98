import { useCallback, useState } from 'react';
import { PRODUCT_NAME } from '#shared/product.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { dismissFeedbackBanner, useIsFeedbackBannerDismissed } from '../store.ts';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';

const FeedbackDialog = createLazyComponent(() =>
  import('./feedback-dialog.tsx').then((m) => m.FeedbackDialog),
);

/**
 * The beta banner that asks for feedback; once dismissed it stays hidden until the settings restore it. `held` at the
 * bottom of the screen, as a line of the page's `footer`, or there in `reserve`, shown while the held one gives way.
 */
export function FeedbackBanner({ place }: { place: 'held' | 'footer' | 'reserve' }) {
  const { t } = useTranslation('feedback');
  const dismissed = useIsFeedbackBannerDismissed();
  const [open, setOpen] = useState(false);
  // Once it came it stays, with what was typed.
  const [opened, setOpened] = useState(false);
  const close = useCallback(() => setOpen(false), []);
  if (dismissed) return null;
  return (
    <aside
      aria-label={t('banner.label')}
      data-no-print
      data-beta={place}
      className="border-t border-line bg-sunk text-sm"
    >
      <div className="mx-auto flex max-w-6xl items-center gap-x-4 pr-2 pl-5 wide:px-8">
        <p className="grow leading-snug">
          <span className="sm:hidden">{t('banner.label')} · </span>
          <span className="max-sm:hidden">{t('banner.text', { product: PRODUCT_NAME })} </span>
          <Button
            variant="quiet"
            className="-my-0.5 min-h-11 px-0 py-1 text-left"
            onPointerEnter={() => void FeedbackDialog.preload()}
            onClick={() => {
              setOpened(true);
              setOpen(true);
            }}
          >
            {t('banner.open')}
          </Button>
        </p>
        <IconButton
          label={t('banner.dismiss')}
          className="-my-0.5 size-11 shrink-0"
          onClick={dismissFeedbackBanner}
        >
          <Icon name="close" className="size-5" />
        </IconButton>
      </div>
      {opened && <FeedbackDialog open={open} onClose={close} />}
    </aside>
  );
}
