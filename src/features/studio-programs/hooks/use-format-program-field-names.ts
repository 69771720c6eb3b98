import type { StudioProgram } from '#shared/contract/admin-programs.ts';
import type { Language } from '#shared/rules/languages.ts';
import { useTranslation } from '#web/lib/translation.ts';
import type { ProgramFieldNames } from '../model.ts';

/**
 * Returns a function that names the parts of a program (its texts and lessons) for messages about edits, in the
 * language of the page.
 */
export function useFormatProgramFieldNames(): (
  sessions: StudioProgram['sessions'],
) => ProgramFieldNames {
  const { t } = useTranslation(['studio-programs', 'common', 'areas']);
  const inLanguage = (name: string, language: Language) =>
    `${name}, ${t(`common:language.${language}`)}`;
  return (sessions) => {
    const title = (contentId: string) => sessions.find(({ id }) => id === contentId)?.title ?? '';
    return {
      field: (name, language) => inLanguage(t(`studio-programs:program.${name}`), language),
      lesson: (contentId, name, language) =>
        inLanguage(`${title(contentId)}, ${t(`studio-programs:lessons.${name}`)}`, language),
      lessons: t('studio-programs:lessons.heading'),
      areas: t('studio-programs:program.mainArea'),
      title,
      area: (key) => t(`areas:${key}`),
    };
  };
}
