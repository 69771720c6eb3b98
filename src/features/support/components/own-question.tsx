import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { SupportQuestion } from '#shared/contract/support.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { useMarkAnswersRead } from '../queries.ts';
import { MessageForm } from './message-form.tsx';

/**
 * One of the person's support questions with all its messages, and a form to write again if `canWrite`. Showing it
 * marks it as read.
 */
export function OwnQuestionThread({
  question,
  canWrite,
}: {
  question: SupportQuestion;
  canWrite: boolean;
}) {
  const { t } = useTranslation('support');
  const { id, content, isUnread, waitingSince, messages } = question;
  const [isWriting, setWriting] = useState(false);
  const { mutate: markRead } = useMarkAnswersRead();
  const lastId = messages.at(-1)?.id;
  useEffect(() => {
    if (isUnread && lastId !== undefined) markRead({ id, messageId: lastId });
  }, [id, isUnread, lastId, markRead]);
  return (
    <li className="border-t border-line py-6">
      <p className="flex flex-wrap items-baseline justify-between gap-x-6">
        <span className={isUnread ? 'font-medium text-flow' : 'text-ink-2'}>
          {t(isUnread ? 'state.new' : waitingSince ? 'state.waiting' : 'state.answered')}
        </span>
        {content && (
          <Link
            href={paths.content(content.id)}
            className="text-link inline-flex min-h-11 items-center text-sm"
          >
            {t('about', { title: content.title })}
          </Link>
        )}
      </p>
      <ol className="mt-2 grid gap-5">
        {messages.map((message) => (
          <Message key={message.id} message={message} />
        ))}
      </ol>
      {isWriting ? (
        <div className="mt-5">
          <MessageForm questionId={id} label={t('again.label')} onSent={() => setWriting(false)} />
        </div>
      ) : (
        canWrite && (
          <Button variant="quiet" className="mt-3" onClick={() => setWriting(true)}>
            {t('again.open')}
          </Button>
        )
      )}
    </li>
  );
}

function Message({ message }: { message: SupportQuestion['messages'][number] }) {
  const { t, i18n } = useTranslation('support');
  const { author, text, at } = message;
  return (
    <li className={author === 'operator' ? 'border-l-2 border-flow pl-4' : ''}>
      <p className="text-sm text-ink-2">
        {t(`author.${author}`)}
        {', '}
        <time dateTime={at}>{formatDateTime(new Date(at), i18n.language)}</time>
      </p>
      <p className="mt-1 wrap-anywhere whitespace-pre-wrap">{text}</p>
    </li>
  );
}
