import { Link, useSearch } from 'wouter';
import { isLanguage } from '#shared/rules/languages.ts';
import { StudioFrame } from '#web/features/admin/components/studio-frame.tsx';
import { now } from '#web/lib/clock.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { LoadError } from '#web/ui/notice.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';
import { BannerForm } from './components/banner-form.tsx';
import { getBannerStatus, EMPTY_STUDIO_BANNER } from './model.ts';
import { type ListedBanner, useBanners, useStudioBanner } from './queries.ts';

/** `/admin/banners`: the list of banners, or the banner that the URL's `id` names. */
export default function StudioBannersPage() {
  const id = new URLSearchParams(useSearch()).get('id');
  if (id === null) return <BannerList />;
  return id === 'new' ? <NewBanner /> : <EditedBanner key={id} id={id} />;
}

function BannerList() {
  const { t } = useTranslation(['studio-banners', 'ui']);
  const describeError = useErrorMessage();
  const { data, error, refetch } = useBanners();
  return (
    <StudioFrame
      page="banners"
      title={t('studio-banners:title')}
      lead={t('studio-banners:lead')}
      action={
        <Link href={paths.studioBanner('new')} asChild>
          <ButtonLink icon={<Icon name="plus" className="size-5" />}>
            {t('studio-banners:add')}
          </ButtonLink>
        </Link>
      }
    >
      {error && !data && <LoadError retry={() => void refetch()}>{describeError(error)}</LoadError>}
      {!data && !error && <SkeletonList count={3} shape="line" label={t('ui:loading')} />}
      {data?.banners.length === 0 && <p className="text-ink-2">{t('studio-banners:none')}</p>}
      <ul className="divide-y divide-line border-y border-line empty:hidden">
        {data?.banners.map((banner) => (
          <Row key={banner.id} banner={banner} />
        ))}
      </ul>
    </StudioFrame>
  );
}

function Row({ banner }: { banner: ListedBanner }) {
  const { t, i18n } = useTranslation(['studio-banners', 'banners']);
  const { id, name, text, translationKey, visibleOnPages, startsAt, endsAt } = banner;
  const standing = getBannerStatus(banner, now());
  const moment = standing === 'to_come' ? startsAt : endsAt;
  const at = moment && formatDateTime(new Date(moment), i18n.language);
  const words = translationKey
    ? t(`banners:texts.${translationKey}`)
    : text?.[isLanguage(i18n.language) ? i18n.language : 'en'];
  return (
    <li>
      <Link
        href={paths.studioBanner(id)}
        className="group grid gap-x-8 py-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,16rem)]"
      >
        <span className="min-w-0">
          <span className="block font-medium underline-offset-6 group-hover:underline">{name}</span>
          <span className="block text-sm text-ink-2">{words}</span>
        </span>
        <span className="text-sm text-ink-2">
          <span className={`block ${standing === 'on' ? 'font-medium text-ink' : ''}`}>
            {standing !== 'off' && at
              ? t(`studio-banners:standingAt.${standing}`, { at })
              : t(`studio-banners:standing.${standing}`)}
          </span>
          {visibleOnPages.length === 0
            ? t('studio-banners:everywhere')
            : visibleOnPages.map((page) => t(`studio-banners:pages.${page}`)).join(', ')}
        </span>
      </Link>
    </li>
  );
}

function BackToBanners() {
  const { t } = useTranslation('studio-banners');
  return (
    <Link
      href={paths.studioBanners()}
      className="-ml-1.5 inline-flex min-h-11 items-center gap-1.5 text-sm text-ink-2"
    >
      <Icon name="back" className="size-5" />
      {t('title')}
    </Link>
  );
}

function NewBanner() {
  const { t } = useTranslation('studio-banners');
  return (
    <StudioFrame page="banners" place="new" title={t('addTitle')} above={<BackToBanners />}>
      <BannerForm banner={EMPTY_STUDIO_BANNER} />
    </StudioFrame>
  );
}

function EditedBanner({ id }: { id: string }) {
  const { t } = useTranslation(['studio-banners', 'ui']);
  const describeError = useErrorMessage();
  const { data, error, refetch } = useStudioBanner(id);
  return (
    <StudioFrame
      page="banners"
      place={id}
      title={data?.name ?? t('studio-banners:title')}
      above={<BackToBanners />}
    >
      {error && !data && <LoadError retry={() => void refetch()}>{describeError(error)}</LoadError>}
      {!data && !error && <SkeletonList count={6} shape="line" label={t('ui:loading')} />}
      {data && <BannerForm banner={data} />}
    </StudioFrame>
  );
}
