import { useTranslation } from 'react-i18next';
import { useProfile } from '#web/features/account/queries.ts';
import { now, ownTimeZone } from '#web/lib/clock.ts';
import { formatRelative } from '#web/lib/format.ts';
import { Section } from '#web/ui/page.tsx';
import { dayInWords } from '../model.ts';
import { Flight } from './flight.tsx';
import { Name } from './name.tsx';
import { Pass } from './pass.tsx';

/** Who the person is here, their flight, and what is open to them. */
export function Overview() {
  const { t } = useTranslation('profile');
  return (
    <>
      <Section title={t('you.heading')}>
        <Name />
        <Facts />
      </Section>
      <Section title={t('flight.heading')}>
        <Flight />
      </Section>
      <Section title={t('pass.heading')}>
        <Pass />
      </Section>
    </>
  );
}

function Facts() {
  const { t, i18n } = useTranslation('profile');
  const { t: common } = useTranslation('common');
  const { email, memberSince, lastActive } = useProfile();
  return (
    <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5">
      <dt className="text-ink-2">{t('you.email')}</dt>
      <dd className="break-words">{email}</dd>
      <dt className="text-ink-2">{t('you.since')}</dt>
      <dd>{dayInWords(new Date(memberSince), i18n.language, ownTimeZone())}</dd>
      <dt className="text-ink-2">{t('you.lastActive')}</dt>
      <dd className="first-letter:uppercase">
        {formatRelative(new Date(lastActive), now(), ownTimeZone(), common)}
      </dd>
    </dl>
  );
}
