import { useState } from 'react';
import type { Lesson } from '#shared/contract/programs.ts';
import { usePersistedForm } from '#web/features/account/hooks/use-persisted-form.ts';
import { findOptionalTextFaultKey } from '#web/lib/text-fault.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choice.tsx';
import { TextArea } from '#web/ui/field.tsx';
import type { useQueueProgramEvent } from '../queries.ts';

const MAX_NOTE_LENGTH = 500;
const findNoteFault = (note: string) => findOptionalTextFaultKey(note, MAX_NOTE_LENGTH);

/** A lesson's real-life task with a checkbox and a private note. */
export function LessonTask({
  lesson,
  language,
  record,
}: {
  lesson: Lesson;
  language: 'en' | 'fr';
  record: ReturnType<typeof useQueueProgramEvent>['record'];
}) {
  const { t } = useTranslation(['programs', 'errors']);
  const [saved, setSaved] = useState(false);
  const { id: lessonId, taskTickedAt } = lesson;
  const form = usePersistedForm(`task:${lesson.id}`, {
    initial: { note: lesson.note ?? '' },
    validate: ({ note }) => {
      const fault = findNoteFault(note);
      return { note: fault && t(fault) };
    },
    onSubmit: () => {
      record({ type: 'task_ticked', lessonId, note: trimmed || null });
      form.forget();
      setSaved(true);
    },
  });
  const { note } = form.draft;
  const { onChange, ...noteField } = form.bindInput('note');
  // The checkbox changes at once; the cached program follows.
  const [pressed, setPressed] = useState<boolean | null>(null);
  if (pressed === (taskTickedAt !== null)) setPressed(null);
  const isTicked = pressed ?? taskTickedAt !== null;
  const trimmed = note.trim();
  const tick = (ticked: boolean) => {
    setSaved(false);
    setPressed(ticked);
    // Unticking keeps the note in the field, and it is sent with the next tick.
    if (ticked)
      record({ type: 'task_ticked', lessonId, note: (!findNoteFault(note) && trimmed) || null });
    else record({ type: 'task_unticked', lessonId });
  };
  return (
    <>
      <h3 className="font-sans text-sm font-medium tracking-normal text-ink-2">
        {t('programs:task.title')}
      </h3>
      <p lang={language} className="mt-1 max-w-prose">
        {lesson.task}
      </p>
      <Checkbox
        className="mt-1"
        label={t('programs:task.tick')}
        checked={isTicked}
        onChange={(event) => tick(event.target.checked)}
      />
      {isTicked && (
        <form {...form.props} className="mt-2 max-w-prose">
          <TextArea
            {...noteField}
            label={t('programs:task.note')}
            hint={t('programs:task.noteHint')}
            rows={3}
            maxLength={MAX_NOTE_LENGTH}
            onChange={(event) => {
              onChange(event);
              setSaved(false);
            }}
          />
          <div className="mt-3 flex flex-wrap items-center gap-4">
            <Button type="submit" variant="secondary" disabled={trimmed === (lesson.note ?? '')}>
              {t('programs:task.save')}
            </Button>
            <output className="text-sm text-ink-2">{saved ? t('programs:task.saved') : ''}</output>
          </div>
        </form>
      )}
    </>
  );
}
