import type { StudioAuthor, AuthorTexts } from '#shared/contract/admin-authors.ts';
import { LANGUAGES, type Language } from '#shared/rules/languages.ts';
import { EditFormFrame } from '#web/features/admin/components/edit-frame.tsx';
import { useEditForm } from '#web/features/admin/hooks/use-edit.ts';
import { findEditDifferences } from '#web/features/admin/model.ts';
import { api } from '#web/lib/api.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { TextArea, TextField } from '#web/ui/field.tsx';
import { useSaveAuthor } from '../queries.ts';
import { PortraitField } from './portrait.tsx';

const FIELDS = ['name', 'role', 'about'] as const;
const NOTHING = { name: '', role: '', about: '' };

export const EMPTY_AUTHOR: StudioAuthor = {
  id: '',
  slug: '',
  version: 1,
  texts: { en: NOTHING, fr: NOTHING },
  portrait: null,
  lastEdit: null,
};

const toDraft = ({ texts }: StudioAuthor): AuthorTexts => texts;

/** The form in which admins edit an author, both languages side by side. */
export function AuthorForm({ author }: { author: StudioAuthor }) {
  const { t } = useTranslation(['studio-authors', 'common', 'errors']);
  const save = useSaveAuthor();
  const label = (field: (typeof FIELDS)[number], language: Language) =>
    `${t(`studio-authors:${field}`)}, ${t(`common:language.${language}`)}`;
  const toFields = (of: AuthorTexts) =>
    LANGUAGES.flatMap((language) =>
      FIELDS.map((field) => ({ label: label(field, language), value: of[language][field] })),
    );
  const edit = useEditForm({
    keepAs: 'author',
    initial: author,
    toDraft,
    compare: (mine, theirs) => findEditDifferences(toFields(mine), toFields(theirs.texts)),
    save,
    savedText: () => t('studio-authors:saved'),
    getPath: paths.studioAuthor,
    fetchStored: () => api('GET /api/admin/authors/:id', { params: { id: author.id } }),
  });
  const { stored, draft: texts, setDraft: setTexts, faults } = edit;
  const onSave = () => edit.submit({ id: stored.id, version: stored.version, texts });

  return (
    <EditFormFrame {...edit.frame} onSave={onSave}>
      {stored.id !== '' && (
        <PortraitField stored={stored} onSaved={edit.setStored} onConflict={edit.onRefused} />
      )}
      <div className="grid gap-x-12 gap-y-10 wide:grid-cols-2">
        {LANGUAGES.map((language) => (
          <fieldset key={language} className="grid min-w-0 content-start gap-5">
            <legend className="mb-4 font-serif text-xl">{t(`common:language.${language}`)}</legend>
            {FIELDS.map((field) => {
              const fault = faults[`texts.${language}.${field}`];
              const Control = field === 'about' ? TextArea : TextField;
              return (
                <Control
                  key={field}
                  lang={language}
                  label={t(`studio-authors:${field}`)}
                  hint={field === 'role' ? t('studio-authors:roleHint') : undefined}
                  error={fault && t(fault)}
                  value={texts[language][field]}
                  className={field === 'about' ? 'min-h-56' : ''}
                  onChange={({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
                    setTexts((now) => ({
                      ...now,
                      [language]: { ...now[language], [field]: value },
                    }))
                  }
                />
              );
            })}
          </fieldset>
        ))}
      </div>
    </EditFormFrame>
  );
}
