import { Link } from 'wouter';
import { getCivilDate } from '#shared/rules/flight-date.ts';
import { useProfile } from '#web/features/account/queries.ts';
import { SessionArt } from '#web/features/art/components/session-art.tsx';
import type { ReplyOf } from '#web/lib/api.ts';
import { getDeviceTimeZone } from '#web/lib/clock.ts';
import { formatDate } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Page } from '#web/ui/page.tsx';
import { TitledHeading } from './titled-heading.tsx';

type Status = ReplyOf<'GET /api/subscription-status'>;

/** Returns a function that formats a pass's end as a sentence: until when it is valid, or that it renews. */
export function useFormatPassEnd(): (status: Status) => string {
  const { t, i18n } = useTranslation('billing');
  return ({ validUntil, endsAt, renews }) => {
    if (!validUntil) return t('active.forever');
    // After what is paid, access goes on for some days.
    const isOver = Date.parse(validUntil) < Date.now();
    const end = new Date(isOver ? (endsAt ?? validUntil) : validUntil);
    const day = getCivilDate(getDeviceTimeZone(), end);
    const date = formatDate(day, i18n.language);
    return t(renews && !isOver ? 'active.renews' : 'active.until', { date });
  };
}

/**
 * The page that shows the person's active pass, with a link to the start page; `already` says that it was active before
 * they could pay for another one.
 */
export function ActivePassPage({ status, already = false }: { status: Status; already?: boolean }) {
  const { t } = useTranslation('billing');
  const openUntil = useFormatPassEnd();
  const profile = useProfile();
  return (
    <Page narrow>
      <div className="mb-8 w-28 sm:w-36">
        <SessionArt id={profile.id} kind="flow" />
      </div>
      <TitledHeading
        above={t(status.plan ? `plans.${status.plan}` : `active.tiers.${status.tier}`)}
        title={t(already ? 'active.already' : 'active.title')}
        lead={already ? `${t('active.alreadyText')} ${openUntil(status)}` : openUntil(status)}
      />
      <Link href={paths.home()} asChild>
        <ButtonLink className="max-sm:w-full">{t('active.go')}</ButtonLink>
      </Link>
    </Page>
  );
}
