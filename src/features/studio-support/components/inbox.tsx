import { Link } from 'wouter';
import type { ListedQuestion } from '#shared/contract/admin-support.ts';
import { LoadState } from '#web/features/admin/components/load-state.tsx';
import { formatDateTime } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { type SupportQuestionState, useSupportInbox, useSupportSettings } from '../queries.ts';
import { WaitingTime } from './waiting-time.tsx';

/** The list of people's support questions in a state, waiting or answered; says so while no admin is set to answer. */
export function SupportInbox({ state }: { state: SupportQuestionState }) {
  const { t } = useTranslation(['studio-support']);
  const { data: settings } = useSupportSettings();
  const { data, error, fetchNextPage, hasNextPage, isFetchingNextPage, refetch } =
    useSupportInbox(state);
  if (!data) return <LoadState data={data} error={error} refetch={refetch} count={4} />;
  const questions = data.pages.flatMap((page) => page.questions);
  return (
    <>
      {settings?.isOpen === false && <Closed />}
      {questions.length === 0 && <p className="text-ink-2">{t(`studio-support:none.${state}`)}</p>}
      <ul className="divide-y divide-line border-y border-line empty:hidden">
        {questions.map((question) => (
          <Row key={question.id} question={question} />
        ))}
      </ul>
      {hasNextPage && (
        <Button
          variant="secondary"
          className="mt-4"
          busy={isFetchingNextPage}
          onClick={() => void fetchNextPage()}
        >
          {t('studio-support:more')}
        </Button>
      )}
    </>
  );
}

function Closed() {
  const { t } = useTranslation('studio-support');
  return (
    <div className="mb-6">
      <Notice
        actions={
          <Link
            href={paths.studioSupport('settings')}
            className="text-link inline-flex min-h-11 items-center"
          >
            {t('closed.open')}
          </Link>
        }
      >
        {t('closed.text')}
      </Notice>
    </div>
  );
}

function Row({ question }: { question: ListedQuestion }) {
  const { t, i18n } = useTranslation('studio-support');
  const { id, from, language, excerpt, content, lastMessageAt } = question;
  const lastAt = formatDateTime(new Date(lastMessageAt), i18n.language);
  return (
    <li>
      <Link
        href={paths.studioQuestion(id)}
        className="group grid gap-x-8 gap-y-1 py-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,18rem)]"
      >
        <span className="min-w-0">
          <span
            lang={language}
            className="line-clamp-2 font-medium wrap-anywhere underline-offset-6 group-hover:underline"
          >
            {excerpt}
          </span>
          <span className="block text-sm wrap-anywhere text-ink-2">
            {from}
            {content && ` · ${content.title}`}
          </span>
        </span>
        <span className="text-sm text-ink-2">
          <WaitingTime question={question} />
          {question.waitingSince === null && t('lastAt', { at: lastAt })}
        </span>
      </Link>
    </li>
  );
}
