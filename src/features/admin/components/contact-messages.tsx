import type { ReceivedFeedback } from '#shared/contract/admin.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { useContactMessages } from '../queries.ts';
import { PagedList } from './paged-list.tsx';

/** The messages that people sent to the operator, newest first. */
export function ContactMessages() {
  const { t } = useTranslation('admin');
  return (
    <PagedList
      query={useContactMessages()}
      getItems={(page) => page.messages}
      none={t('messages.none')}
      more={t('messages.more')}
    >
      {(messages) => (
        <ol className="divide-y divide-line">
          {messages.map((message) => (
            <Message key={message.id} message={message} />
          ))}
        </ol>
      )}
    </PagedList>
  );
}

function Message({ message: { at, text, page, replyTo, from } }: { message: ReceivedFeedback }) {
  const { t, i18n } = useTranslation('admin');
  return (
    <li className="grid gap-x-6 py-3 sm:grid-cols-[12rem_minmax(0,1fr)]">
      <time dateTime={at} className="text-sm text-ink-2">
        {formatDateTime(new Date(at), i18n.language)}
      </time>
      <div className="min-w-0 wrap-anywhere">
        <p className="whitespace-pre-wrap">{text}</p>
        <p className="mt-1 text-sm text-ink-2">
          {t('messages.from', { who: from ?? t('messages.visitor') })},{' '}
          {t('messages.about', { page })}.
        </p>
        {replyTo === null ? (
          <p className="text-sm text-ink-2">{t('messages.noAnswer')}</p>
        ) : (
          <a href={`mailto:${replyTo}`} className="text-link inline-block py-2.5 text-sm">
            {t('messages.answer', { address: replyTo })}
          </a>
        )}
      </div>
    </li>
  );
}
