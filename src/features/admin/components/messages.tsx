import { useTranslation } from 'react-i18next';
import type { MessageReply } from '#shared/contract/admin.ts';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { Button } from '#web/ui/button.tsx';
import { LoadError } from '#web/ui/notice.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';
import { formatDateTime } from '#web/lib/format.ts';
import { useMessages } from '../queries.ts';

/** What people wrote to the operator, the newest message first. */
export function Messages() {
  const { t } = useTranslation(['admin', 'ui']);
  const describeError = useErrorMessage();
  const { data, error, fetchNextPage, hasNextPage, isFetchingNextPage, refetch } = useMessages();
  if (error && !data)
    return <LoadError retry={() => void refetch()}>{describeError(error)}</LoadError>;
  if (!data) return <SkeletonList count={4} label={t('ui:loading')} />;
  const messages = data.pages.flatMap((page) => page.messages);
  if (messages.length === 0) return <p className="text-ink-2">{t('admin:messages.none')}</p>;
  return (
    <>
      <ol className="divide-y divide-line">
        {messages.map((message) => (
          <Message key={message.id} message={message} />
        ))}
      </ol>
      {hasNextPage && (
        <Button
          variant="secondary"
          className="mt-4"
          busy={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('admin:messages.more')}
        </Button>
      )}
    </>
  );
}

function Message({ message: { at, text, page, replyTo, from } }: { message: MessageReply }) {
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
