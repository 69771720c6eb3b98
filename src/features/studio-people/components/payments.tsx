import { Link } from 'wouter';
import type { StudioDispute, FailingPayment } from '#shared/contract/payments.ts';
import { PagedList } from '#web/features/admin/components/paged-list.tsx';
import { formatDateTime, formatDateInSentence, formatMoney } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Section } from '#web/ui/page.tsx';
import { useDisputes, useFailingPayments } from '../queries.ts';

const DAY = { dateStyle: 'long' } as const;

/** The payments that need the operator: those that banks refuse, with the reason, and those that banks dispute. */
export function PaymentProblems() {
  const { t } = useTranslation('studio-people');
  return (
    <>
      <Section title={t('failing.title')}>
        <PagedList
          query={useFailingPayments()}
          getItems={(page) => page.payments}
          none={t('failing.none')}
          more={t('more')}
        >
          {(payments) => (
            <ul className="divide-y divide-line border-y border-line">
              {payments.map((payment) => (
                <Failing key={payment.id} payment={payment} />
              ))}
            </ul>
          )}
        </PagedList>
      </Section>
      <Section title={t('disputes.title')}>
        <PagedList
          query={useDisputes()}
          getItems={(page) => page.disputes}
          none={t('disputes.none')}
          more={t('more')}
        >
          {(disputes) => (
            <ul className="divide-y divide-line border-y border-line">
              {disputes.map((dispute) => (
                <Dispute key={dispute.id} dispute={dispute} />
              ))}
            </ul>
          )}
        </PagedList>
      </Section>
    </>
  );
}

function Payer({ person }: { person: FailingPayment['person'] }) {
  return (
    <Link
      href={paths.studioPerson(person.id)}
      className="text-link inline-flex min-h-11 items-center font-medium wrap-anywhere"
    >
      {person.email}
    </Link>
  );
}

function Failing({ payment }: { payment: FailingPayment }) {
  const { t, i18n } = useTranslation(['studio-people', 'billing']);
  const { person, plan, amountMinor, currency, reason, code, since, accessEndsAt } = payment;
  const formatDay = (at: string) => formatDateInSentence(new Date(at), i18n.language, DAY);
  const facts = [
    t(`billing:plans.${plan}`),
    formatMoney(amountMinor, currency, i18n.language),
    t('studio-people:failing.since', { day: formatDay(since) }),
    accessEndsAt && t('studio-people:failing.access', { day: formatDay(accessEndsAt) }),
    code,
  ].filter(Boolean);
  return (
    <li className="py-2">
      <Payer person={person} />
      <p>{t(`studio-people:failing.reasons.${reason}`)}</p>
      <p className="text-sm wrap-anywhere text-ink-2">{facts.join(' · ')}</p>
    </li>
  );
}

function Dispute({ dispute }: { dispute: StudioDispute }) {
  const { t, i18n } = useTranslation('studio-people');
  const { person, amountMinor, currency, reason, state, openedAt, dueBy, paymentRef } = dispute;
  const isDue = state === 'open' || state === 'inquiry';
  return (
    <li className="py-2">
      {person ? <Payer person={person} /> : <p className="py-2.5">{t('disputes.deleted')}</p>}
      <p className={isDue ? 'font-medium' : ''}>
        {t(`disputes.states.${state}`)}
        {isDue &&
          dueBy &&
          ` · ${t('disputes.due', { day: formatDateTime(new Date(dueBy), i18n.language) })}`}
      </p>
      <p className="text-sm wrap-anywhere text-ink-2">
        {[
          formatMoney(amountMinor, currency, i18n.language),
          t(`disputes.reasons.${reason}`),
          formatDateInSentence(new Date(openedAt), i18n.language, DAY),
          paymentRef,
        ].join(' · ')}
      </p>
    </li>
  );
}
