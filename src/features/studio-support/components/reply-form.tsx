import { useLocation } from 'wouter';
import type { SavedReply, SavedReplyInput } from '#shared/contract/admin-support.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { DeleteButton } from '#web/features/admin/components/delete-button.tsx';
import { EditFormFrame } from '#web/features/admin/components/edit-frame.tsx';
import { useEditForm } from '#web/features/admin/hooks/use-edit.ts';
import { findEditDifferences } from '#web/features/admin/model.ts';
import { api } from '#web/lib/api.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { TextArea, TextField } from '#web/ui/field.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { useDeleteSavedReply, useSaveSavedReply } from '../queries.ts';

export const EMPTY_SAVED_REPLY: SavedReply = {
  id: '',
  title: '',
  texts: { en: '', fr: '' },
  version: 1,
  lastEdit: null,
};
const toDraft = ({ title, texts }: SavedReply): SavedReplyInput => ({ title, texts });

/** The form in which admins edit a saved reply, both languages side by side. */
export function SavedReplyForm({ reply }: { reply: SavedReply }) {
  const { t } = useTranslation(['studio-support', 'common', 'errors']);
  const [, navigate] = useLocation();
  const { toast } = useToast();
  const save = useSaveSavedReply();
  const remove = useDeleteSavedReply();
  const describe = ({ title, texts }: SavedReplyInput) => [
    { label: t('studio-support:replies.title'), value: title },
    ...LANGUAGES.map((one) => ({ label: t(`common:language.${one}`), value: texts[one] })),
  ];
  const edit = useEditForm({
    keepAs: 'support-reply',
    initial: reply,
    toDraft,
    compare: (mine, theirs) => findEditDifferences(describe(mine), describe(theirs)),
    save,
    savedText: () => t('studio-support:saved'),
    getPath: paths.studioReply,
    fetchStored: () => api('GET /api/admin/support/replies/:id', { params: { id: reply.id } }),
  });
  const { stored, draft, setDraft, faults } = edit;
  const getError = (field: string) => {
    const fault = faults[`reply.${field}`];
    return fault && t(fault);
  };
  const onSave = () => edit.submit({ id: stored.id, version: stored.version, reply: draft });
  return (
    <EditFormFrame
      {...edit.frame}
      onSave={onSave}
      actions={
        stored.id !== '' && (
          <DeleteButton
            texts={{
              open: t('studio-support:replies.delete'),
              title: t('studio-support:replies.deleteTitle'),
              text: t('studio-support:replies.deleteText'),
              confirm: t('studio-support:replies.deleteConfirm'),
            }}
            of={stored}
            remove={remove}
            onDeleted={() => {
              toast({ title: t('studio-support:replies.deleted') });
              navigate(paths.studioSupport('replies'));
            }}
            onConflict={edit.onRefused}
          />
        )
      }
    >
      <div className="grid gap-6">
        <TextField
          label={t('studio-support:replies.title')}
          hint={t('studio-support:replies.titleHint')}
          error={getError('title')}
          value={draft.title}
          onChange={(event) => setDraft({ ...draft, title: event.target.value })}
        />
        <div className="grid gap-x-12 gap-y-6 wide:grid-cols-2">
          {LANGUAGES.map((language) => (
            <TextArea
              key={language}
              lang={language}
              label={t(`common:language.${language}`)}
              error={getError(`texts.${language}`)}
              rows={10}
              value={draft.texts[language]}
              onChange={({ target: { value } }) =>
                setDraft({ ...draft, texts: { ...draft.texts, [language]: value } })
              }
            />
          ))}
        </div>
      </div>
    </EditFormFrame>
  );
}
