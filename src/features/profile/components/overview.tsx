import { isFlightDatePast } from '#shared/rules/flight-date.ts';
import { useProfile } from '#web/features/account/queries.ts';
import { FlightsButton } from '#web/features/flights/components/flights-button.tsx';
import { now, getDeviceTimeZone } from '#web/lib/clock.ts';
import { formatDate, formatRelativeTime } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Section } from '#web/ui/page.tsx';
import { formatInstantAsDate } from '../model.ts';
import { NameSection } from './name.tsx';
import { PassAndChargesSection } from './pass.tsx';

/** The profile's overview tab: account details, flight and pass. */
export function OverviewTab() {
  const { t } = useTranslation('profile');
  return (
    <div className="wide:grid wide:grid-cols-2 wide:gap-x-20">
      <Section title={t('you.heading')}>
        <NameSection />
        <Facts />
      </Section>
      <div className="max-wide:border-t max-wide:border-line max-wide:pt-8">
        <Section title={t('flight.heading')}>
          <FlightSection />
        </Section>
        <Section title={t('pass.heading')}>
          <PassAndChargesSection />
        </Section>
      </div>
    </div>
  );
}

function Facts() {
  const { t, i18n } = useTranslation('profile');
  const { t: common } = useTranslation('common');
  const { email, memberSince } = useProfile();
  return (
    <dl className="mt-4 grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5">
      <dt className="text-ink-2">{t('you.email')}</dt>
      <dd className="break-words">{email}</dd>
      <dt className="text-ink-2">{t('you.since')}</dt>
      <dd>{formatInstantAsDate(new Date(memberSince), i18n.language, getDeviceTimeZone())}</dd>
      <dt className="text-ink-2">{t('you.lastActive')}</dt>
      <dd className="first-letter:uppercase">
        {/* The reader is here now; without a network the server's value is older. */}
        {formatRelativeTime(now(), now(), getDeviceTimeZone(), common)}
      </dd>
    </dl>
  );
}

function FlightSection() {
  const { t, i18n } = useTranslation('profile');
  const { flightDate } = useProfile();
  const date = flightDate && formatDate(flightDate, i18n.language);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      {flightDate === null ? (
        <p className="text-ink-2">{t('flight.none')}</p>
      ) : (
        <p className="first-letter:uppercase">
          {isFlightDatePast({ date: flightDate, timeZone: getDeviceTimeZone(), now: now() })
            ? t('flight.passed', { date })
            : date}
        </p>
      )}
      <FlightsButton />
    </div>
  );
}
