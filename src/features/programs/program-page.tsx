import { useParams, Link } from 'wouter';
import { isNotFoundOrBadRequestError } from '#web/lib/api.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Page, PageHeading } from '#web/ui/page.tsx';
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx';
import type { ProgramDetail } from '#shared/contract/programs.ts';
import { getLessonRepeatReason, proposeLesson } from '#shared/rules/lesson-dose.ts';
import { LazyDownloadAll } from '#web/features/downloads/components/lazy-download-all.tsx';
import { NothingNewBeforeFlightNotice } from '#web/features/flights/components/nothing-new-notice.tsx';
import { roundToMinutes } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { ProgramMissingOrLoadError } from './components/load-failed.tsx';
import { useProgram, useQueueProgramEvent } from './queries.ts';
import { ProgramProgressPath } from './components/flight-path.tsx';
import { LessonItem } from './components/lesson-item.tsx';

/** `/programs/:id`: one program and its lessons. */
export default function ProgramPage() {
  const { t } = useTranslation(['programs', 'ui']);
  const id = useParams<{ id: string }>().id ?? '';
  const { data, error, refetch } = useProgram(id);
  const errorTitle = isNotFoundOrBadRequestError(error)
    ? 'programs:notFound.title'
    : 'programs:error.title';
  usePageTitle(data?.title ?? t(error ? errorTitle : 'ui:loading'), Boolean(data ?? error));
  if (data) return <ProgramView key={data.id} program={data} />;
  if (error) return <ProgramMissingOrLoadError error={error} retry={() => void refetch()} />;
  return (
    <Page>
      <Skeleton className="mt-2 h-10 w-3/5" />
      <Skeleton className="mt-5 h-6 w-4/5" />
      <Skeleton className="mt-8 mb-10 h-14 w-full max-w-md" />
      <SkeletonList count={4} label={t('programs:loadingOne')} />
    </Page>
  );
}

/** A program: description, progress, next lesson, and all lessons. */
function ProgramView({ program }: { program: ProgramDetail }) {
  const { t } = useTranslation('programs');
  const { record, refused } = useQueueProgramEvent(program.id);
  const { lessons, language } = program;
  // The lesson the link came back to, else the next one.
  const asked = lessons.find(({ id }) => location.hash === `#lesson-${id}`)?.id;
  const proposal = proposeLesson(lessons);
  const open = asked ?? proposal?.lessonId ?? lessons[0]?.id;
  return (
    <Page aside={<About program={program} />}>
      <Link
        href={paths.programs()}
        className="-ml-1 mb-3 inline-flex min-h-11 items-center gap-1.5 text-sm text-ink-2 hover:underline"
      >
        <Icon name="back" className="size-5" />
        {t('back')}
      </Link>
      <PageHeading
        title={<span lang={language}>{program.title}</span>}
        lead={<span lang={language}>{program.summary}</span>}
      />
      <ProgramProgress program={program} onStart={() => record({ type: 'started' })} />
      {refused && (
        <div className="mt-6">
          <Notice tone="refusal" title={t('refused.title')}>
            {t('refused.text')}
          </Notice>
        </div>
      )}
      <h2 className="mt-12 mb-2 text-xl">{t('lessonsTitle')}</h2>
      <ol className="border-b border-line">
        {lessons.map((lesson, index) => (
          <LessonItem
            key={lesson.id}
            programId={program.id}
            language={language}
            lesson={lesson}
            number={index + 1}
            isNext={lesson.id === proposal?.lessonId}
            startsOpen={lesson.id === open}
            record={record}
          />
        ))}
      </ol>
      <div className="mt-4">
        <LazyDownloadAll
          collection={`program:${program.id}`}
          sessionIds={lessons.map(({ contentId }) => contentId)}
        />
      </div>
    </Page>
  );
}

/** The program's progress as a flight, and the next action. */
function ProgramProgress({ program, onStart }: { program: ProgramDetail; onStart: () => void }) {
  const { t } = useTranslation('programs');
  const { lessons, standing } = program;
  const { state, completed, total } = standing;
  const proposal = proposeLesson(lessons);
  const nextIndex = lessons.findIndex(({ id }) => id === proposal?.lessonId);
  const next = lessons[nextIndex];
  const isAgain = proposal?.step === 'again';
  const further = isAgain ? lessons.find(({ completedAt }) => completedAt === null) : undefined;
  return (
    <div className="max-w-xl">
      <ProgramProgressPath
        done={lessons.map(({ completedAt }) => completedAt !== null)}
        next={state === 'new' ? -1 : nextIndex}
      />
      <p className="mt-2 flex items-center gap-1.5 text-sm text-ink-2">
        {state === 'completed' && <Icon name="check" className="size-4 shrink-0" />}
        {t(`standing.${state}`, { done: completed, count: total })}
        {state !== 'completed' && (
          <>
            {' · '}
            {t('minutesAbout', { count: roundToMinutes(program.durationMs) })}
          </>
        )}
      </p>
      {state === 'completed' && (
        <p className="mt-4 max-w-prose font-serif text-lg">
          {total > completed
            ? t('completed.more', { count: total - completed })
            : t('completed.text')}
        </p>
      )}
      {!next && state !== 'completed' && (
        <p className="mt-4 max-w-prose">{t('proposal.onlyUnpractised')}</p>
      )}
      {next && (
        <div className="mt-5">
          {next.kind === 'load' && (
            <NothingNewBeforeFlightNotice>{t('lastDay')}</NothingNewBeforeFlightNotice>
          )}
          {isAgain && (
            <p className="mb-4 max-w-prose">
              {t(`proposal.${getLessonRepeatReason(next.dose, next.outcome)}`)}
            </p>
          )}
          <Link
            href={paths.content(next.contentId, { program: program.id, lesson: next.id })}
            asChild
          >
            <ButtonLink className="max-sm:w-full" onClick={onStart} icon={<Icon name="play" />}>
              {isAgain ? t('proposal.again', { title: next.title }) : t(`go.${state}`)}
            </ButtonLink>
          </Link>
          {!isAgain && (
            <p lang={program.language} className="mt-2 text-sm text-ink-2">
              {t('nextIs', { number: nextIndex + 1, title: next.title })}
            </p>
          )}
          {further && (
            <p className="mt-2">
              <LessonLink program={program} lesson={further} />
            </p>
          )}
        </div>
      )}
    </div>
  );
}

/** A link that goes on with a lesson, past the one that is proposed. */
function LessonLink(props: { program: ProgramDetail; lesson: ProgramDetail['lessons'][number] }) {
  const { t } = useTranslation('programs');
  const { program, lesson } = props;
  return (
    <Link
      href={paths.content(lesson.contentId, { program: program.id, lesson: lesson.id })}
      className="inline-flex min-h-11 items-center text-sm underline decoration-edge underline-offset-4 hover:decoration-current"
    >
      {t('proposal.goOn', { number: program.lessons.indexOf(lesson) + 1, title: lesson.title })}
    </Link>
  );
}

function About({ program }: { program: ProgramDetail }) {
  const { t } = useTranslation('programs');
  return (
    <section aria-labelledby="about-program" className="wide:sticky wide:top-8">
      <h2 id="about-program" className="text-xl">
        {t('about')}
      </h2>
      <div lang={program.language} className="mt-3 grid max-w-prose gap-3 text-ink-2">
        {program.about.split(/\n{2,}/u).map((paragraph) => (
          <p key={paragraph}>{paragraph}</p>
        ))}
      </div>
    </section>
  );
}
