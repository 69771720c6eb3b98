import { Link } from 'wouter';
import type { StudioQuestion } from '#shared/contract/admin-support.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { AnswerForm } from './answer-form.tsx';
import { WaitingTime } from './waiting-time.tsx';

/** A support question with all its messages, and the form that answers it. */
export function QuestionThread({
  question,
  readAgain,
}: {
  question: StudioQuestion;
  /** Fetches what the member wrote meanwhile. */
  readAgain: () => void;
}) {
  const { t, i18n } = useTranslation('studio-support');
  const { language, content, messages } = question;
  return (
    <div className="max-w-2xl">
      <div className="grid justify-items-start gap-0.5 text-sm text-ink-2">
        <div>
          <WaitingTime question={question} />
        </div>
        <p>{t(`writesIn.${language}`)}</p>
        {content && (
          <Link
            href={paths.content(content.id)}
            className="text-link inline-flex min-h-11 items-center"
          >
            {t('about', { title: content.title })}
          </Link>
        )}
      </div>
      <ol className="my-6 grid gap-5">
        {messages.map(({ id, author, text, at }) => (
          <li key={id} className={author === 'operator' ? 'border-l-2 border-flow pl-4' : ''}>
            <p className="text-sm text-ink-2">
              {t(`author.${author}`)}
              {', '}
              <time dateTime={at}>{formatDateTime(new Date(at), i18n.language)}</time>
            </p>
            <p lang={language} className="mt-1 wrap-anywhere whitespace-pre-wrap">
              {text}
            </p>
          </li>
        ))}
      </ol>
      <AnswerForm question={question} readAgain={readAgain} />
    </div>
  );
}
