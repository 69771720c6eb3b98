import { buildBannerHref } from '#shared/rules/banner.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { type ActiveBanner as BannerData, useShownBannerAndReportDismissals } from '../queries.ts';
import { storeBannerDismissal } from '../store.ts';

/** The operator's banner for the page at a path, above its content; nothing without one. Dismissing it is stored. */
export function Banner({ path }: { path: string }) {
  const banner = useShownBannerAndReportDismissals(path);
  return banner && <BannerView banner={banner} onDismiss={() => storeBannerDismissal(banner.id)} />;
}

/** Shows a banner as people see it; also used for the admins' preview. */
export function BannerView({
  banner: { text, buttonText, targetUrl, urlParams },
  onDismiss,
}: {
  banner: Pick<BannerData, 'text' | 'buttonText' | 'targetUrl' | 'urlParams'>;
  onDismiss: () => void;
}) {
  const { t } = useTranslation('ui');
  return (
    <aside
      aria-label={t('banner')}
      data-announcement=""
      data-no-print
      className="border-b border-line bg-sunk text-sm"
    >
      <div className="mx-auto flex max-w-6xl items-center gap-x-4 pr-2 pl-5 wide:px-8">
        <p className="grow py-2 leading-snug">
          {text}{' '}
          {targetUrl !== null && buttonText !== null && (
            <a
              href={buildBannerHref(targetUrl, urlParams)}
              className="text-link inline-block py-1 font-medium"
            >
              {buttonText}
            </a>
          )}
        </p>
        <IconButton label={t('actions.close')} className="size-11 shrink-0" onClick={onDismiss}>
          <Icon name="close" className="size-5" />
        </IconButton>
      </div>
    </aside>
  );
}
