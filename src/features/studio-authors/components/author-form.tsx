import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { AuthorReply, AuthorTexts } from '#shared/contract/admin-authors.ts';
import { LANGUAGES, type Language } from '#shared/rules/languages.ts';
import { EditConflict } from '#web/features/admin/components/edit-conflict.tsx';
import { useUnsavedWarning } from '#web/features/admin/hooks/use-unsaved-warning.ts';
import { findDifferences } from '#web/features/admin/model.ts';
import { ApiError } from '#web/lib/api.ts';
import { getFieldFaults, useErrorMessage } from '#web/lib/error-message.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { paths } from '#web/lib/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea, TextField, useFocusOnRefusal } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { useRereadAuthor, useSaveAuthor } from '../queries.ts';
import { Portrait } from './portrait.tsx';

const FIELDS = ['name', 'role', 'about'] as const;
const NOTHING = { name: '', role: '', about: '' };

/** What the form of a new author begins with. */
export const NEW_AUTHOR: AuthorReply = {
  id: '',
  slug: '',
  version: 1,
  texts: { en: NOTHING, fr: NOTHING },
  portrait: null,
  lastEdit: null,
};

/** Both languages of an author side by side. */
export function AuthorForm({ author }: { author: AuthorReply }) {
  const { t, i18n } = useTranslation(['studio-authors', 'common', 'errors', 'ui', 'admin']);
  const [stored, setStored] = useState(author);
  const [texts, setTexts] = useState(author.texts);
  const [theirs, setTheirs] = useState<AuthorReply | null>(null);
  const [, navigate] = useLocation();
  const { toast } = useToast();
  const describeError = useErrorMessage();
  const save = useSaveAuthor();
  const reread = useRereadAuthor();
  const form = useRef<HTMLFormElement>(null);
  const faults = getFieldFaults(save.error);
  useFocusOnRefusal(form, save.error);
  const isChanged = JSON.stringify(texts) !== JSON.stringify(stored.texts);
  useUnsavedWarning(isChanged);

  function submit(event: FormEvent) {
    event.preventDefault();
    const change = { id: stored.id, version: stored.version, texts };
    save.mutate(change, {
      onSuccess: (saved) => {
        toast({ title: t('studio-authors:saved') });
        setStored(saved);
        setTexts(saved.texts);
        if (stored.id === '') navigate(paths.studioAuthor(saved.id), { replace: true });
      },
      onError: (error) => {
        if (error instanceof ApiError && error.code === 'conflict') onConflict();
      },
    });
  }
  const onConflict = () => reread.mutate(stored.id, { onSuccess: setTheirs });
  const settle = (kept: AuthorTexts) => {
    if (theirs) setStored(theirs);
    setTexts(kept);
    setTheirs(null);
    save.reset();
  };
  const label = (field: (typeof FIELDS)[number], language: Language) =>
    `${t(`studio-authors:${field}`)}, ${t(`common:language.${language}`)}`;
  const toFields = (of: AuthorTexts) =>
    LANGUAGES.flatMap((language) =>
      FIELDS.map((field) => ({ label: label(field, language), value: of[language][field] })),
    );

  return (
    <form ref={form} noValidate onSubmit={submit}>
      {theirs && (
        <div className="mb-6">
          <EditConflict
            lastEdit={theirs.lastEdit}
            differences={findDifferences(toFields(texts), toFields(theirs.texts))}
            onKeepMine={() => settle(texts)}
            onTakeTheirs={() => settle(theirs.texts)}
          />
        </div>
      )}
      {stored.id !== '' && <Portrait stored={stored} onSaved={setStored} onConflict={onConflict} />}
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
      {save.error && !theirs && Object.keys(faults).length === 0 && (
        <div className="mt-6">
          <Notice tone="refusal">{describeError(save.error)}</Notice>
        </div>
      )}
      <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button type="submit" busy={save.isPending} disabled={!isChanged || theirs !== null}>
          {t('ui:actions.save')}
        </Button>
        <p className="text-sm text-ink-2">
          {isChanged
            ? t('admin:unsaved')
            : stored.lastEdit &&
              t('admin:lastEdit', {
                who: stored.lastEdit.by ?? t('admin:audit.erased'),
                at: formatDateTime(new Date(stored.lastEdit.at), i18n.language),
              })}
        </p>
      </div>
    </form>
  );
}
