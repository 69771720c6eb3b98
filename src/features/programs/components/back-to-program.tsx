import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearch } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { parseLessonParams } from '../model.ts';
import { useProgram, useRecordProgramEvent } from '../queries.ts';

/**
 * Shown in the player when the session was opened from a lesson of a program: marks the lesson complete when the
 * session is over, and links back to the program.
 */
export function BackToProgram({ over }: { over: boolean }) {
  const lesson = parseLessonParams(useSearch());
  return lesson && <Back {...lesson} over={over} />;
}

function Back({
  programId,
  lessonId,
  over,
}: {
  programId: string;
  lessonId: string;
  over: boolean;
}) {
  const { t } = useTranslation('programs');
  const { data, isPending } = useProgram(programId);
  const { record } = useRecordProgramEvent(programId);
  const index = data?.lessons.findIndex(({ id }) => id === lessonId) ?? -1;
  const lesson = data?.lessons[index];
  const done = lesson?.completedAt != null;
  const complete = useEffectEvent(() => {
    if (!done) record({ type: 'lesson_completed', lessonId });
  });
  useEffect(() => {
    // The event is sent even if the program is not loaded (offline): the server knows the lesson.
    if (over && !isPending) complete();
  }, [over, isPending]);
  if (!over) return null;
  return (
    <div className="mb-5 border-b border-line pb-5">
      {lesson && data && (
        <p lang={data.language} className="mb-3 flex items-center gap-2 text-sm text-ink-2">
          <Icon name="check" className="size-4 shrink-0" />
          {t('lessonDone', { number: index + 1, total: data.lessons.length, title: data.title })}
        </p>
      )}
      <Link href={`${paths.program(programId)}#lesson-${lessonId}`} asChild>
        <ButtonLink variant="secondary" icon={<Icon name="back" className="size-5" />}>
          {t('backToProgram')}
        </ButtonLink>
      </Link>
    </div>
  );
}
