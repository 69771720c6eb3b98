import { Link } from 'wouter';
import type { Lesson } from '#shared/contract/programs.ts';
import { SessionArt } from '#web/features/art/components/session-art.tsx';
import { roundToMinutes } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import type { useQueueProgramEvent } from '../queries.ts';
import { LessonTask } from './task.tsx';

interface Props {
  programId: string;
  language: 'en' | 'fr';
  lesson: Lesson;
  number: number;
  isNext: boolean;
  startsOpen: boolean;
  record: ReturnType<typeof useQueueProgramEvent>['record'];
}

/** A lesson: its row in the list and, expanded, its session and its real-life task. */
export function LessonItem({ startsOpen, ...props }: Props) {
  const { t } = useTranslation('programs');
  const { lesson, language } = props;
  return (
    <li id={`lesson-${lesson.id}`} className="border-t border-line">
      {/* Uncontrolled `<details>`: a lesson that is completed stays open. */}
      <details open={startsOpen} className="group">
        <summary className="grid min-h-16 list-none grid-cols-[2.75rem_minmax(0,1fr)_auto] items-center gap-4 py-3.5 [&::-webkit-details-marker]:hidden">
          <SessionArt id={lesson.contentId} kind={lesson.kind} subject={lesson.situations[0]} />
          <Title {...props} />
          <Icon
            name="chevron-down"
            className="size-5 shrink-0 text-ink-2 transition-transform group-open:rotate-180"
          />
        </summary>
        <div className="pb-7 sm:pl-[3.75rem]">
          <p lang={language} className="max-w-prose">
            {lesson.introduction}
          </p>
          <LessonActions {...props} />
          <section
            aria-label={`${t('task.title')}: ${lesson.title}`}
            className="mt-6 border-l-2 border-horizon pl-4"
          >
            <LessonTask {...props} />
          </section>
        </div>
      </details>
    </li>
  );
}

function Title({ lesson, number, language, isNext }: Omit<Props, 'startsOpen'>) {
  const { t } = useTranslation(['programs', 'common']);
  const done = lesson.completedAt !== null;
  return (
    <span className="min-w-0">
      <span lang={language} className="block font-serif text-lg leading-snug text-pretty">
        <span className="tabular text-ink-2">{number}.</span> {lesson.title}
      </span>
      <span className="mt-0.5 flex flex-wrap items-center gap-x-2 text-sm text-ink-2">
        <span className={lesson.kind === 'load' ? 'text-load' : 'text-flow'}>
          {t('common:kindAndLength', {
            kind: t(`common:kind.${lesson.kind}`),
            count: roundToMinutes(lesson.durationMs),
          })}
        </span>
        {done && (
          <span className="inline-flex items-center gap-1">
            <Icon name="check" className="size-4 shrink-0" />
            {t('programs:lesson.done')}
          </span>
        )}
        {isNext && (
          <span className="inline-flex items-center gap-1.5">
            <span aria-hidden="true" className="size-2 rounded-full bg-horizon" />
            {t(done ? 'programs:lesson.onceMore' : 'programs:lesson.next')}
          </span>
        )}
        {lesson.dose && <span>{t(`programs:dose.${lesson.dose}`)}</span>}
        {lesson.dose === 'flight' && lesson.kind === 'load' && (
          <span>{t(lesson.practised ? 'programs:practised.yes' : 'programs:practised.no')}</span>
        )}
      </span>
    </span>
  );
}

/** A link to the session, and a button to mark the lesson done for people who heard it elsewhere. */
function LessonActions({ programId, lesson, record }: Omit<Props, 'startsOpen'>) {
  const { t } = useTranslation('programs');
  const done = lesson.completedAt !== null;
  return (
    <div className="mt-4 flex flex-wrap items-center gap-x-6 gap-y-2">
      <Link
        href={paths.content(lesson.contentId, { program: programId, lesson: lesson.id })}
        asChild
      >
        <ButtonLink
          variant="secondary"
          aria-label={`${t(done ? 'lesson.again' : 'lesson.begin')}: ${lesson.title}`}
        >
          {t(done ? 'lesson.again' : 'lesson.begin')}
        </ButtonLink>
      </Link>
      {!done && (
        <Button
          variant="quiet"
          className="text-sm"
          aria-label={`${t('lesson.markDone')}: ${lesson.title}`}
          onClick={() => record({ type: 'lesson_completed', lessonId: lesson.id })}
        >
          {t('lesson.markDone')}
        </Button>
      )}
    </div>
  );
}
