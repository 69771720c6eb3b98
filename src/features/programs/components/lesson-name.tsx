import type { ReactNode } from 'react';
import { useTranslation } from '#web/lib/translation.ts';
import { useOriginLesson } from '../queries.ts';

/**
 * In the player, the lesson that the session was opened from: its number and its name; `children` where it was opened from
 * none.
 */
export function OriginLessonName({ children }: { children?: ReactNode }) {
  const { t } = useTranslation('programs');
  const open = useOriginLesson();
  if (!open) return children;
  const { program, lesson } = open;
  const number = program.lessons.indexOf(lesson) + 1;
  return (
    <span lang={program.language} className="block">
      {t('lessonOf', { number, total: program.lessons.length, title: lesson.title })}
    </span>
  );
}
