import type { ReactNode } from 'react';
import type { PersonDetails } from '#shared/contract/people.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Section } from '#web/ui/page.tsx';

function useFormatAt() {
  const { i18n } = useTranslation();
  return (at: string) => formatDateTime(new Date(at), i18n.language);
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-ink-2">{name}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  );
}

/** Shows the facts of an account to an admin, such as when it was created. */
export function AccountFacts({ person }: { person: PersonDetails }) {
  const { t } = useTranslation(['studio-people', 'common']);
  const formatAt = useFormatAt();
  const { signIn } = person;
  const say = (is: boolean) => t(is ? 'studio-people:yes' : 'studio-people:no');
  return (
    <Section title={t('studio-people:account.title')}>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 wide:grid-cols-4">
        <Fact name={t('studio-people:account.name')}>{person.name}</Fact>
        <Fact name={t('studio-people:account.role')}>
          {t(`studio-people:account.roles.${person.role}`)}
        </Fact>
        <Fact name={t('studio-people:account.joined')}>{formatAt(person.createdAt)}</Fact>
        <Fact name={t('studio-people:account.lastActive')}>{formatAt(person.lastActiveAt)}</Fact>
        <Fact name={t('studio-people:account.onboarded')}>{say(person.onboardingComplete)}</Fact>
        <Fact name={t('studio-people:account.language')}>
          {t(`common:language.${person.language}`)}
        </Fact>
        <Fact name={t('studio-people:account.timeZone')}>{person.timeZone ?? '–'}</Fact>
        <Fact name={t('studio-people:account.signUp')}>
          {t(
            `studio-people:account.methods.${person.signUpMethod === 'google' ? 'google' : 'email'}`,
          )}
          {person.provider === 'firebase' && ' (Firebase)'}
        </Fact>
        {signIn && (
          <>
            <Fact name={t('studio-people:account.sessions')}>{signIn.sessions}</Fact>
            <Fact name={t('studio-people:account.password')}>{say(signIn.hasPassword)}</Fact>
            <Fact name={t('studio-people:account.secondFactor')}>
              {say(signIn.hasSecondFactor)}
            </Fact>
          </>
        )}
      </dl>
    </Section>
  );
}

/** Lists the e-mails to a person that wait to be sent, and those that could not be sent. */
export function UndeliveredEmails({ person }: { person: PersonDetails }) {
  const { t } = useTranslation('studio-people');
  const formatAt = useFormatAt();
  return (
    <Section title={t('emails.title')}>
      {person.emails.length === 0 && <p className="text-ink-2">{t('emails.none')}</p>}
      <ul className="divide-y divide-line">
        {person.emails.map(({ id, state, queuedAt, tries }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-6 py-3">
            <span>{t(`emails.state.${state}`)}</span>
            <span className="text-sm text-ink-2">
              {formatAt(queuedAt)} · {t('emails.tries', { count: tries })}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Lists a person's consents: when each was given, and to which version of the text. */
export function PersonConsents({ person: { consents } }: { person: PersonDetails }) {
  const { t } = useTranslation(['studio-people', 'billing']);
  const formatAt = useFormatAt();
  const { health, cookies, orders } = consents;
  const isNone = health === null && cookies.length === 0 && orders.length === 0;
  return (
    <Section title={t('studio-people:consents.title')}>
      <p className="mb-2 max-w-prose text-sm text-ink-2">{t('studio-people:consents.lead')}</p>
      {isNone && <p className="text-ink-2">{t('studio-people:consents.none')}</p>}
      <ul className="divide-y divide-line">
        {health && (
          <Consent
            name={t('studio-people:consents.health')}
            wording={health.version}
            at={formatAt(health.givenAt)}
          />
        )}
        {cookies.map(({ source, analytics, marketing, functional, region, ...record }) => (
          <Consent
            key={record.decidedAt}
            name={
              source === 'ended'
                ? t('studio-people:consents.cookiesEnded')
                : t('studio-people:consents.cookies', {
                    chosen:
                      Object.entries({ analytics, marketing, functional })
                        .filter(([, isOn]) => isOn)
                        .map(([name]) => t(`studio-people:consents.${name as 'analytics'}`))
                        .join(', ') || t('studio-people:consents.necessary'),
                  })
            }
            wording={`${record.wording} · ${region}`}
            at={formatAt(record.decidedAt)}
          />
        ))}
        {orders.map(({ plan, version, givenAt }) => (
          <Consent
            key={givenAt}
            name={t('studio-people:consents.order', {
              plan: t(`billing:plans.${plan as 'yearly'}`),
            })}
            wording={version}
            at={formatAt(givenAt)}
          />
        ))}
      </ul>
    </Section>
  );
}

function Consent({ name, wording, at }: { name: string; wording: string; at: string }) {
  const { t } = useTranslation('studio-people');
  return (
    <li className="flex flex-wrap justify-between gap-x-6 py-3">
      <span>{name}</span>
      <span className="text-sm text-ink-2">
        {at} · {t('consents.wording', { wording })}
      </span>
    </li>
  );
}
