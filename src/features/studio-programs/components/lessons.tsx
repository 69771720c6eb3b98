import { type ReactNode, useState } from 'react';
import type { StudioLesson, StudioProgram } from '#shared/contract/admin-programs.ts';
import { LESSON_DOSES, type LessonDose } from '#shared/rules/lesson-dose.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import type { FieldFaultKey } from '#web/lib/error-message.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Combobox } from '#web/ui/combobox.tsx';
import { Select, TextArea, TextField } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icons.tsx';
import { SortableList } from '#web/ui/sortable-list.tsx';
import { useSortableListTexts } from '../hooks/use-sortable-list-texts.ts';
import { createEmptyLesson, LESSON_FIELDS } from '../model.ts';
import { useSessionSearch } from '../queries.ts';

type Session = StudioProgram['sessions'][number];

interface LessonsProps {
  lessons: StudioLesson[];
  sessions: Session[];
  faults: Readonly<Record<string, FieldFaultKey>>;
  onChange: (lessons: StudioLesson[]) => void;
  onAdd: (session: Session) => void;
}

/**
 * The form fields of a program's lessons, sortable, each with its texts, and a field that adds a session at the end.
 */
export function LessonFields({ lessons, sessions, faults, onChange, onAdd }: LessonsProps) {
  const { t } = useTranslation('studio-programs');
  const words = useSortableListTexts(lessons.length);
  const getSession = (id: string) => sessions.find((session) => session.id === id);
  const getName = (id: string) => getSession(id)?.title ?? '';
  const replace = (lesson: StudioLesson) =>
    onChange(lessons.map((one) => (one.contentId === lesson.contentId ? lesson : one)));
  return (
    <section className="mt-10">
      <h2 className="mb-3 text-2xl">{t('lessons.heading')}</h2>
      {lessons.length === 0 && <p className="text-ink-2">{t('lessons.none')}</p>}
      <SortableList
        items={lessons.map((lesson) => ({ id: lesson.contentId, lesson }))}
        texts={words}
        getName={({ id }) => getName(id)}
        onSort={(sorted) => onChange(sorted.map(({ lesson }) => lesson))}
        rowClass="border-t border-line bg-ground last:border-b"
      >
        {({ lesson }, place, controls) => (
          <Lesson
            lesson={lesson}
            place={place}
            name={getName(lesson.contentId)}
            isUnpublished={getSession(lesson.contentId)?.isUnpublished === true}
            faults={faults}
            onChange={replace}
          >
            <IconButton
              label={t('lessons.remove', { name: getName(lesson.contentId) })}
              onClick={() =>
                onChange(lessons.filter(({ contentId }) => contentId !== lesson.contentId))
              }
            >
              <Icon name="close" />
            </IconButton>
            {controls}
          </Lesson>
        )}
      </SortableList>
      <AddSession
        isTaken={(id) => lessons.some(({ contentId }) => contentId === id)}
        onAdd={(session) => {
          onAdd(session);
          onChange([...lessons, createEmptyLesson(session.id)]);
        }}
      />
    </section>
  );
}

function Lesson({
  lesson,
  place,
  name,
  isUnpublished,
  faults,
  onChange,
  children,
}: {
  lesson: StudioLesson;
  place: number;
  name: string;
  isUnpublished: boolean;
  faults: Readonly<Record<string, FieldFaultKey>>;
  onChange: (lesson: StudioLesson) => void;
  /** The buttons that move it and take it out. */
  children: ReactNode;
}) {
  const { t } = useTranslation(['studio-programs', 'common', 'errors']);
  const { texts } = lesson;
  const gaps = LANGUAGES.flatMap((language) =>
    LESSON_FIELDS.filter((field) => texts[language][field].trim() === ''),
  ).length;
  const [isOpen, setIsOpen] = useState(gaps === 2 * LESSON_FIELDS.length);
  const isRefused = Object.keys(faults).some((path) =>
    path.startsWith(`source.lessons.${place - 1}.`),
  );
  const isShown = isOpen || isRefused;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 py-1">
        <span aria-hidden="true" className="tabular w-7 shrink-0 font-serif text-xl text-ink-2">
          {place}
        </span>
        <button
          type="button"
          aria-expanded={isShown}
          onClick={() => setIsOpen(!isShown)}
          className="group flex min-h-14 min-w-0 flex-1 basis-48 items-center gap-3 text-left"
        >
          <span className="min-w-0 flex-1">
            <span className="block font-medium underline-offset-6 group-hover:underline">
              <span className="sr-only">{t('studio-programs:lessons.open')} </span>
              {name}
            </span>
            <span className="block text-sm text-ink-2">
              {isUnpublished
                ? t('studio-programs:lessons.unpublished')
                : gaps > 0 && t('studio-programs:lessons.gaps', { count: gaps })}
            </span>
          </span>
          <Icon name={isShown ? 'check' : 'edit'} className="size-5 shrink-0 text-ink-2" />
        </button>
        <span className="ml-auto flex">{children}</span>
      </div>
      {isShown && (
        <div className="grid gap-x-12 gap-y-8 pt-2 pb-8 wide:grid-cols-2">
          <DoseField dose={lesson.dose} onChange={(dose) => onChange({ ...lesson, dose })} />
          {LANGUAGES.map((language) => (
            <fieldset key={language} className="grid min-w-0 content-start gap-5">
              <legend className="mb-3 font-serif text-lg">
                {t(`common:language.${language}`)}
              </legend>
              {LESSON_FIELDS.map((field) => {
                const fault = faults[`source.lessons.${place - 1}.texts.${language}.${field}`];
                const Control = field === 'title' ? TextField : TextArea;
                return (
                  <Control
                    key={field}
                    lang={language}
                    label={t(`studio-programs:lessons.${field}`)}
                    error={fault && t(fault)}
                    value={texts[language][field]}
                    onChange={({
                      currentTarget: { value },
                    }: {
                      currentTarget: { value: string };
                    }) =>
                      onChange({
                        ...lesson,
                        texts: { ...texts, [language]: { ...texts[language], [field]: value } },
                      })
                    }
                  />
                );
              })}
            </fieldset>
          ))}
        </div>
      )}
    </>
  );
}

/** The form field of a lesson's step in the climb of an exposure. */
function DoseField(props: {
  dose: LessonDose | null;
  onChange: (dose: LessonDose | null) => void;
}) {
  const { t } = useTranslation(['studio-programs', 'programs']);
  return (
    <div className="wide:col-span-2 wide:max-w-md">
      <Select
        label={t('studio-programs:lessons.dose')}
        value={props.dose ?? ''}
        onChange={({ currentTarget: { value } }) =>
          props.onChange(LESSON_DOSES.find((dose) => dose === value) ?? null)
        }
        options={[
          { value: '', label: t('studio-programs:lessons.noDose') },
          ...LESSON_DOSES.map((dose) => ({ value: dose, label: t(`programs:dose.${dose}`) })),
        ]}
      />
    </div>
  );
}

function AddSession({
  isTaken,
  onAdd,
}: {
  isTaken: (id: string) => boolean;
  onAdd: (session: Session) => void;
}) {
  const { t } = useTranslation(['studio-programs', 'common']);
  const [search, setSearch] = useState('');
  const { data } = useSessionSearch(search);
  const found = search.trim() === '' ? [] : (data?.sessions.filter(({ id }) => !isTaken(id)) ?? []);
  return (
    <div className="mt-6 max-w-md">
      <Combobox
        label={t('studio-programs:lessons.add')}
        hint={t('studio-programs:lessons.addHint')}
        value={search}
        status={
          search.trim() === '' ? '' : t('studio-programs:lessons.found', { count: found.length })
        }
        options={found.map(({ id, title, kind }) => ({
          key: id,
          label: title,
          detail: t(`common:kind.${kind}`),
        }))}
        onType={setSearch}
        onChoose={(key) => {
          const session = found.find(({ id }) => id === key);
          if (!session) return;
          onAdd({ id: key, title: session.title, kind: session.kind, isUnpublished: false });
          setSearch('');
        }}
      />
    </div>
  );
}
