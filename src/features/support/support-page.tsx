import { useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { useErrorMessage } from '#web/lib/error-message.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { LoadError, Notice } from '#web/ui/notice.tsx';
import { Page, PageHeading, Section } from '#web/ui/page.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';
import { MessageForm } from './components/message-form.tsx';
import { OwnQuestionThread } from './components/own-question.tsx';
import { type SupportOverview, useSessionAskedAbout, useSupport } from './queries.ts';

/**
 * `/support`: the form for a private question, which may be about a session, and the person's questions with their
 * answers.
 */
export default function SupportPage() {
  const { t } = useTranslation(['support', 'ui']);
  usePageTitle(t('support:title'));
  const describeError = useErrorMessage();
  const { data, error, refetch } = useSupport();
  return (
    <Page narrow>
      <PageHeading title={t('support:title')} lead={t('support:lead')} />
      {error && !data && (
        <LoadError title={t('support:unloaded')} retry={() => void refetch()}>
          {describeError(error)}
        </LoadError>
      )}
      {!data && !error && <SkeletonList count={4} shape="line" label={t('ui:loading')} />}
      {data && <Desk support={data} />}
    </Page>
  );
}

/** The form and the person's questions; what was answered since they were last here comes first. */
function Desk({ support: { desk, questions } }: { support: SupportOverview }) {
  const { t } = useTranslation('support');
  // As it was when the page was opened, so that nothing changes places while a person writes.
  const [isAnswered] = useState(() => questions.some(({ isUnread }) => isUnread));
  const own = questions.length > 0 && (
    <Section title={t('own')}>
      <ul className="-mt-2">
        {questions.map((question) => (
          <OwnQuestionThread key={question.id} question={question} canWrite={desk !== null} />
        ))}
      </ul>
    </Section>
  );
  return (
    <>
      {isAnswered && own}
      {desk ? <Ask desk={desk} /> : <Closed />}
      <Limits />
      {!isAnswered && own}
    </>
  );
}

function Ask({ desk }: { desk: NonNullable<SupportOverview['desk']> }) {
  const { t } = useTranslation('support');
  const about = new URLSearchParams(useSearch()).get('about');
  const [, navigate] = useLocation();
  const { data: session } = useSessionAskedAbout(about);
  const { who, answerHours } = desk;
  return (
    <>
      <dl className="mb-6 grid gap-x-8 gap-y-3 sm:grid-cols-2">
        <div>
          <dt className="text-sm text-ink-2">{t('desk.who')}</dt>
          <dd>{who}</dd>
        </div>
        <div>
          <dt className="text-sm text-ink-2">{t('desk.promise')}</dt>
          <dd>
            {answerHours % 24 === 0
              ? t('desk.days', { count: answerHours / 24 })
              : t('desk.hours', { count: answerHours })}
          </dd>
        </div>
      </dl>
      <MessageForm
        label={t('form.label')}
        contentId={session?.id ?? null}
        onSent={() => navigate(paths.support(), { replace: true })}
      >
        {session && (
          <p className="flex flex-wrap items-baseline gap-x-4">
            <span>{t('about', { title: session.title })}</span>
            <Link
              replace
              href={paths.support()}
              className="text-link inline-flex min-h-11 items-center text-sm"
            >
              {t('notAbout')}
            </Link>
          </p>
        )}
      </MessageForm>
    </>
  );
}

/** What is said while no admin is set to answer. */
function Closed() {
  const { t } = useTranslation('support');
  return (
    <Notice
      title={t('closed.title')}
      actions={
        <Link href={paths.contact(paths.support())} asChild>
          <ButtonLink variant="secondary">{t('closed.contact')}</ButtonLink>
        </Link>
      }
    >
      {t('closed.text')}
    </Notice>
  );
}

/** What this is not, and where to turn instead. */
function Limits() {
  const { t } = useTranslation('support');
  return (
    <section aria-label={t('limits.title')} className="my-8 rounded-2xl bg-sunk px-5 py-4">
      <p className="max-w-prose text-ink-2">{t('limits.text')}</p>
      <p className="mt-1 flex flex-wrap gap-x-6">
        <a
          href={`${paths.help()}#emergency`}
          className="text-link inline-flex min-h-11 items-center"
        >
          {t('limits.numbers')}
        </a>
        <Link href={paths.sos()} className="text-link inline-flex min-h-11 items-center">
          {t('limits.sos')}
        </Link>
      </p>
    </section>
  );
}
