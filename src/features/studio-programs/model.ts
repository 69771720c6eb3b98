import type {
  ProgramSource,
  StudioLesson,
  StudioProgram,
} from '#shared/contract/admin-programs.ts';
import { LANGUAGES, type Language } from '#shared/rules/languages.ts';
import type { EditedField } from '#web/features/admin/model.ts';

const NO_WORDS = { title: '', summary: '', about: '' };
const NO_LESSON_WORDS = { title: '', introduction: '', task: '' };

export const PROGRAM_FIELDS = ['title', 'summary', 'about'] as const;
export const LESSON_FIELDS = ['title', 'introduction', 'task'] as const;

/** The initial content of the form of a new program. */
export const EMPTY_STUDIO_PROGRAM: StudioProgram = {
  id: '',
  slug: '',
  version: 1,
  isShown: false,
  source: { areas: [], texts: { en: NO_WORDS, fr: NO_WORDS }, lessons: [] },
  sessions: [],
  lastEdit: null,
};

/** Creates a lesson with empty texts for a session. */
export const createEmptyLesson = (contentId: string): StudioLesson => ({
  contentId,
  dose: null,
  texts: { en: NO_LESSON_WORDS, fr: NO_LESSON_WORDS },
});

/**
 * Returns whether saving an edited program changes what people see: its lessons or their order, or that it is hidden.
 * False while it is not published.
 */
export function isChangeVisibleToPeople(
  stored: StudioProgram,
  source: ProgramSource,
  isShown: boolean,
) {
  if (!stored.isShown) return false;
  const ids = (lessons: readonly StudioLesson[]) => lessons.map((one) => one.contentId).join();
  return !isShown || ids(stored.source.lessons) !== ids(source.lessons);
}

/** Names the parts of a program for people. */
export interface ProgramFieldNames {
  field: (name: (typeof PROGRAM_FIELDS)[number], language: Language) => string;
  lesson: (contentId: string, name: (typeof LESSON_FIELDS)[number], language: Language) => string;
  lessons: string;
  areas: string;
  title: (contentId: string) => string;
  area: (key: ProgramSource['areas'][number]) => string;
}

/**
 * Lists the fields of two states of an edited program with their labels, in the same order in both, for
 * `findEditDifferences`.
 */
export function listComparedProgramFields(
  mine: ProgramSource,
  theirs: ProgramSource,
  names: ProgramFieldNames,
): { mine: EditedField[]; theirs: EditedField[] } {
  const contentIds = [...mine.lessons, ...theirs.lessons].map((one) => one.contentId);
  const list = ({ areas, texts, lessons }: ProgramSource): EditedField[] => [
    { label: names.areas, value: areas.map(names.area).join(', ') },
    ...LANGUAGES.flatMap((language) =>
      PROGRAM_FIELDS.map((field) => ({
        label: names.field(field, language),
        value: texts[language][field],
      })),
    ),
    {
      label: names.lessons,
      value: lessons.map(({ contentId }) => names.title(contentId)).join('\n'),
    },
    ...[...new Set(contentIds)].flatMap((contentId) =>
      LANGUAGES.flatMap((language) =>
        LESSON_FIELDS.map((field) => ({
          label: names.lesson(contentId, field, language),
          value: lessons.find((one) => one.contentId === contentId)?.texts[language][field] ?? '',
        })),
      ),
    ),
  ];
  return { mine: list(mine), theirs: list(theirs) };
}
