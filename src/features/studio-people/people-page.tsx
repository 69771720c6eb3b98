import { useLocation, useSearch } from 'wouter';
import { useProfile } from '#web/features/account/queries.ts';
import { AuditLog } from '#web/features/admin/components/audit.tsx';
import { StudioFrame } from '#web/features/admin/components/studio-frame.tsx';
import { LoadState } from '#web/features/admin/components/load-state.tsx';
import { BackLink } from '#web/features/admin/components/place-links.tsx';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Section } from '#web/ui/page.tsx';
import { PersonActions } from './components/person-actions.tsx';
import { PersonSearch } from './components/find-person.tsx';
import { PersonPasses } from './components/passes.tsx';
import { PersonGiftsSection } from './components/gifts.tsx';
import { PeopleList } from './components/people-list.tsx';
import { Waitlist } from '#web/features/studio-waitlist/components/waitlist.tsx';
import { PaymentProblems } from './components/payments.tsx';
import { AccountFacts, PersonConsents, UndeliveredEmails } from './components/records.tsx';
import { usePerson } from './queries.ts';

/** `/admin/people`: the search for an account, or the account that the URL's `id` names. */
export default function StudioPeoplePage() {
  const id = new URLSearchParams(useSearch()).get('id');
  return id === null ? <Find /> : <Person key={id} id={id} />;
}

function Find() {
  const { t } = useTranslation('studio-people');
  const { role } = useProfile();
  const [, navigate] = useLocation();
  return (
    <StudioFrame page="people" title={t('title')} lead={t('lead')}>
      <div className="mb-12">
        <PersonSearch onChoose={({ id }) => navigate(paths.studioPerson(id))} />
      </div>
      <Section title={t('list.title')}>
        <PeopleList />
      </Section>
      <PaymentProblems />
      {role === 'admin' && <Waitlist />}
    </StudioFrame>
  );
}

function Person({ id }: { id: string }) {
  const { t } = useTranslation(['studio-people']);
  const { data, error, refetch } = usePerson(id);
  const { role } = useProfile();
  return (
    <StudioFrame
      page="people"
      place={id}
      title={data?.email ?? t('studio-people:title')}
      above={<BackLink href={paths.studioPeople()}>{t('studio-people:title')}</BackLink>}
    >
      <LoadState data={data} error={error} refetch={refetch} count={6} />
      {data && (
        <>
          <AccountFacts person={data} />
          <PersonActions person={data} />
          <PersonPasses person={data} />
          <PersonGiftsSection personId={data.id} />
          <UndeliveredEmails person={data} />
          <PersonConsents person={data} />
          {role === 'admin' && (
            <Section title={t('studio-people:history')}>
              <AuditLog subject={id} />
            </Section>
          )}
        </>
      )}
    </StudioFrame>
  );
}
