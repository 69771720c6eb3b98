import { useEffect, useEffectEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearch } from 'wouter';
import { paths } from '#web/lib/paths.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { lessonOf } from '../model.ts';
import { useProgram, useProgramEvents } from '../queries.ts';

/** In a session opened from a lesson: once it is over, the lesson is done, and the way back is here. */
export function BackToProgram({ over }: { over: boolean }) {
  const lesson = lessonOf(useSearch());
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
  const { record } = useProgramEvents(programId);
  const index = data?.lessons.findIndex(({ id }) => id === lessonId) ?? -1;
  const lesson = data?.lessons[index];
  const done = lesson?.completedAt != null;
  const complete = useEffectEvent(() => {
    if (!done) record({ type: 'lesson_completed', lessonId });
  });
  useEffect(() => {
    // Without the program (no network) the event goes all the same: the server knows the lesson.
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
