import { useCallback, useState } from 'react';
import { useSearch } from 'wouter';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Notice } from '#web/ui/notice.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';
import { formatDateTime } from '#web/lib/format.ts';
import { useStoredEmail, useStoredEmails } from '../queries.ts';

/** The e-mails stored because no SMTP server is set; each opens as it would have been sent, one in the URL's `email` at once. */
export function StoredEmails() {
  const { t } = useTranslation(['admin', 'ui']);
  const describeError = useErrorMessage();
  const { data, error } = useStoredEmails();
  const chosen = new URLSearchParams(useSearch()).get('email');
  if (error) return <Notice tone="refusal">{describeError(error)}</Notice>;
  if (!data) return <SkeletonList count={2} label={t('ui:loading')} />;
  if (data.emails.length === 0) return <p className="text-ink-2">{t('admin:keptEmails.none')}</p>;
  return (
    <>
      <p className="mb-3 max-w-prose text-ink-2">{t('admin:keptEmails.lead')}</p>
      <ul className="divide-y divide-line">
        {data.emails.map((email) => (
          <StoredEmail
            key={`${email.id}${email.id === chosen}`}
            {...email}
            isChosen={email.id === chosen}
          />
        ))}
      </ul>
    </>
  );
}

interface StoredEmailProps {
  id: string;
  keptAt: string;
  isChosen: boolean;
}

function StoredEmail({ id, keptAt, isChosen }: StoredEmailProps) {
  const { t, i18n } = useTranslation('admin');
  const describeError = useErrorMessage();
  const [open, setOpen] = useState(isChosen);
  const scrollTo = useCallback(
    (row: HTMLLIElement | null) => {
      if (isChosen) row?.scrollIntoView({ block: 'center' });
    },
    [isChosen],
  );
  const { data, error } = useStoredEmail(id, open);
  return (
    <li ref={scrollTo}>
      <details open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary className="flex min-h-11 cursor-pointer items-center gap-4">
          <time dateTime={keptAt}>{formatDateTime(new Date(keptAt), i18n.language)}</time>
        </summary>
        {error && <Notice tone="refusal">{describeError(error)}</Notice>}
        {data && (
          <>
            <p className="font-medium wrap-anywhere">{data.subject}</p>
            <p className="mb-2 text-sm wrap-anywhere text-ink-2">{data.to}</p>
            <p className="mb-3 max-w-2xl rounded-xl bg-sunk p-4 wrap-anywhere whitespace-pre-line">
              {data.text}
            </p>
            <details>
              <summary className="min-h-11 cursor-pointer py-2.5 text-sm">
                {t('keptEmails.source')}
              </summary>
              <pre
                // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls must be reached by keyboard
                tabIndex={0}
                className="mb-4 max-h-96 overflow-auto rounded-xl bg-sunk p-4 text-sm"
              >
                {data.message}
              </pre>
            </details>
          </>
        )}
      </details>
    </li>
  );
}
