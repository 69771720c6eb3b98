import { useEffect, useEffectEvent, useState } from 'react';
import { Link, useSearch } from 'wouter';
import type { ProgramDetail } from '#shared/contract/programs.ts';
import {
  getLessonRepeatReason,
  classifyExposureOutcome,
  proposeLesson,
} from '#shared/rules/lesson-dose.ts';
import type { SelfRating } from '#shared/rules/self-ratings.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { parseOriginLesson } from '../model.ts';
import { useOriginLesson, useProgram, useQueueProgramEvent } from '../queries.ts';

interface Run {
  over: boolean;
  /** The numbers given in this run through the session. */
  selfRatings: readonly SelfRating[];
}

/**
 * Shown in the player when the session was opened from a lesson of a program: records each run through the lesson when the
 * session is over, leads to what comes next and back to the program.
 */
export function LessonPlayerBar(run: Run) {
  const lesson = parseOriginLesson(useSearch());
  return lesson && <Back {...lesson} {...run} />;
}

function Back({
  programId,
  lessonId,
  over,
  selfRatings,
}: Run & { programId: string; lessonId: string }) {
  const { t } = useTranslation('programs');
  const { isPending } = useProgram(programId);
  const open = useOriginLesson();
  const { record } = useQueueProgramEvent(programId);
  const done = open !== null && open.lesson.completedAt !== null;
  // A session that was over before this was shown is no further run.
  const [wasOver] = useState(over);
  const complete = useEffectEvent(() => {
    if (!done || !wasOver) record({ type: 'lesson_completed', lessonId });
  });
  useEffect(() => {
    // The event is sent even if the program is not loaded (offline): the server knows the lesson.
    if (over && !isPending) complete();
  }, [over, isPending]);
  if (!over) return null;
  return (
    <div className="mb-5 border-b border-line pb-5">
      {open && (
        <>
          <p
            lang={open.program.language}
            className="mb-3 flex items-center gap-2 text-sm text-ink-2"
          >
            <Icon name="check" className="size-4 shrink-0" />
            {t('lessonDone', {
              number: open.program.lessons.indexOf(open.lesson) + 1,
              total: open.program.lessons.length,
              title: open.program.title,
            })}
          </p>
          <Next {...open} selfRatings={selfRatings} />
        </>
      )}
      <Link href={`${paths.program(programId)}#lesson-${lessonId}`} asChild>
        <ButtonLink variant="secondary" icon={<Icon name="back" className="size-5" />}>
          {t('backToProgram')}
        </ButtonLink>
      </Link>
    </div>
  );
}

/** What is proposed after this run: the next lesson, or the same again on another day, with a way on. */
function Next({
  program,
  lesson,
  selfRatings,
}: {
  program: ProgramDetail;
  lesson: ProgramDetail['lessons'][number];
  selfRatings: readonly SelfRating[];
}) {
  const { t } = useTranslation('programs');
  const outcome = classifyExposureOutcome(selfRatings) ?? lesson.outcome;
  const proposal = proposeLesson(
    program.lessons.map((one) => (one === lesson ? { ...one, outcome, practised: true } : one)),
  );
  const isAgain = proposal?.step === 'again';
  const next = isAgain
    ? program.lessons.find(({ completedAt }) => completedAt === null)
    : program.lessons.find(({ id }) => id === proposal?.lessonId);
  return (
    <>
      {isAgain && (
        <p className="mb-3 max-w-prose">
          {t(`proposal.${getLessonRepeatReason(lesson.dose, outcome)}`)}
        </p>
      )}
      {next && (
        <p className="mb-3">
          <Link
            href={paths.content(next.contentId, { program: program.id, lesson: next.id })}
            asChild
          >
            <ButtonLink variant={isAgain ? 'quiet' : 'primary'}>
              {isAgain
                ? t('proposal.goOn', {
                    number: program.lessons.indexOf(next) + 1,
                    title: next.title,
                  })
                : t('proposal.next', { title: next.title })}
            </ButtonLink>
          </Link>
        </p>
      )}
    </>
  );
}
