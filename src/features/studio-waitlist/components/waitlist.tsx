import { useState } from 'react';
import type { WaitlistEntry } from '#shared/contract/invitations.ts';
import { MAX_INVITED_AT_ONCE } from '#shared/rules/invitations.ts';
import { PagedList } from '#web/features/admin/components/paged-list.tsx';
import { useServerConfig } from '#web/features/identity/queries.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Section } from '#web/ui/page.tsx';
import { useInviteFromWaitlist, useWaitlist, useWaitlistCount } from '../queries.ts';
import { InviteByEmail } from './invite-by-email.tsx';

/** The people who wait for an invitation, and inviting; nothing where Firebase makes the accounts. */
export function Waitlist() {
  const { t } = useTranslation('studio-waitlist');
  const { data: config } = useServerConfig();
  const [isShown, setShown] = useState(false);
  if (config?.authProvider !== 'builtin') return null;
  return (
    <Section title={t('title')} id="waitlist">
      <p className="mb-4 max-w-prose text-ink-2">{t('text')}</p>
      <InviteLongest />
      {isShown ? (
        <Entries />
      ) : (
        <Button variant="quiet" onClick={() => setShown(true)}>
          {t('show')}
        </Button>
      )}
      <InviteByEmail />
    </Section>
  );
}

/** Says how many wait, and invites those who have waited longest. */
function InviteLongest() {
  const { t } = useTranslation('studio-waitlist');
  const describeError = useErrorMessage();
  const { data } = useWaitlistCount();
  const invite = useInviteFromWaitlist();
  const [count, setCount] = useState('10');
  const longest = Number(count);
  const isCount = Number.isInteger(longest) && longest >= 1 && longest <= MAX_INVITED_AT_ONCE;
  return (
    <>
      {data && <p className="mb-4">{t('waiting', { count: data.total })}</p>}
      {data && data.total > 0 && (
        <form
          className="mb-4 flex flex-wrap items-end gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            if (isCount) invite.mutate({ longest });
          }}
        >
          <TextField
            type="number"
            inputMode="numeric"
            min={1}
            max={MAX_INVITED_AT_ONCE}
            label={t('longest')}
            value={count}
            onChange={({ currentTarget }) => setCount(currentTarget.value)}
          />
          <Button type="submit" busy={invite.isPending} disabled={!isCount}>
            {t('invite')}
          </Button>
        </form>
      )}
      <output className="block mb-4 empty:hidden">
        {invite.data && t('invited', { count: invite.data.invited })}
      </output>
      {invite.error && <Notice tone="refusal">{describeError(invite.error)}</Notice>}
    </>
  );
}

function Entries() {
  const { t } = useTranslation('studio-waitlist');
  const query = useWaitlist();
  return (
    <PagedList
      query={query}
      getItems={({ entries }) => entries}
      none={t('nobody')}
      more={t('more')}
    >
      {(entries) => (
        <ul className="mb-4 max-w-4xl divide-y divide-line">
          {entries.map((entry) => (
            <Entry key={entry.email} entry={entry} />
          ))}
        </ul>
      )}
    </PagedList>
  );
}

function Entry({ entry }: { entry: WaitlistEntry }) {
  const { t, i18n } = useTranslation(['studio-waitlist', 'ui']);
  const describeError = useErrorMessage();
  const invite = useInviteFromWaitlist();
  const { email, language, joinedAt } = entry;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 py-2">
      <div className="min-w-0">
        <p className="wrap-anywhere">{email}</p>
        <p className="text-sm text-ink-2">
          {t(`studio-waitlist:languages.${language}`)} ·{' '}
          {t('studio-waitlist:since', { at: formatDateTime(new Date(joinedAt), i18n.language) })}
        </p>
        {invite.error && <Notice tone="refusal">{describeError(invite.error)}</Notice>}
      </div>
      <Button
        variant="quiet"
        busy={invite.isPending}
        onClick={() => invite.mutate({ emails: [email] })}
        aria-label={t('studio-waitlist:inviteNamed', { email })}
      >
        {t('studio-waitlist:invite')}
      </Button>
    </li>
  );
}
