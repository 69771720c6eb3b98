import { Link, useSearch } from 'wouter';
import { isLanguage } from '#shared/rules/languages.ts';
import { StudioFrame } from '#web/features/admin/components/studio-frame.tsx';
import { LoadState } from '#web/features/admin/components/load-state.tsx';
import { AddLink, BackLink } from '#web/features/admin/components/place-links.tsx';
import { now } from '#web/lib/clock.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
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
  const { t } = useTranslation(['studio-banners']);
  const { data, error, refetch } = useBanners();
  return (
    <StudioFrame
      page="banners"
      title={t('studio-banners:title')}
      lead={t('studio-banners:lead')}
      action={<AddLink href={paths.studioBanner('new')}>{t('studio-banners:add')}</AddLink>}
    >
      <LoadState data={data} error={error} refetch={refetch} count={3} />
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

function NewBanner() {
  const { t } = useTranslation('studio-banners');
  return (
    <StudioFrame
      page="banners"
      place="new"
      title={t('addTitle')}
      above={<BackLink href={paths.studioBanners()}>{t('title')}</BackLink>}
    >
      <BannerForm banner={EMPTY_STUDIO_BANNER} />
    </StudioFrame>
  );
}

function EditedBanner({ id }: { id: string }) {
  const { t } = useTranslation(['studio-banners']);
  const { data, error, refetch } = useStudioBanner(id);
  return (
    <StudioFrame
      page="banners"
      place={id}
      title={data?.name ?? t('studio-banners:title')}
      above={<BackLink href={paths.studioBanners()}>{t('studio-banners:title')}</BackLink>}
    >
      <LoadState data={data} error={error} refetch={refetch} count={6} />
      {data && <BannerForm banner={data} />}
    </StudioFrame>
  );
}
