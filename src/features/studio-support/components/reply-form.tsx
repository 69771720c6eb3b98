import { useTranslation } from 'react-i18next';
import { useLocation } from 'wouter';
import type { SavedReply, SavedReplyInput } from '#shared/contract/admin-support.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { findDifferences } from '#web/features/admin/model.ts';
import { getFieldFaults } from '#web/lib/error-message.ts';
import { paths } from '#web/lib/paths.ts';
import { TextArea, TextField } from '#web/ui/field.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { useEdit } from '../hooks/use-edit.ts';
import { useRereadReply, useSaveReply } from '../queries.ts';
import { DeleteReply } from './delete-reply.tsx';
import { EditFrame } from './edit-frame.tsx';

/** What the form of a new reply begins with. */
export const NEW_REPLY: SavedReply = {
  id: '',
  title: '',
  texts: { en: '', fr: '' },
  version: 1,
  lastEdit: null,
};
const toDraft = ({ title, texts }: SavedReply): SavedReplyInput => ({ title, texts });

/** A saved reply in both languages side by side. */
export function ReplyForm({ reply }: { reply: SavedReply }) {
  const { t } = useTranslation(['studio-support', 'common', 'errors']);
  const [, navigate] = useLocation();
  const { toast } = useToast();
  const save = useSaveReply();
  const reread = useRereadReply();
  const edit = useEdit({
    initial: reply,
    toDraft,
    error: save.error,
    reread: (onRead) => reread.mutate(reply.id, { onSuccess: onRead }),
  });
  const { stored, draft, setDraft, theirs } = edit;
  const faults = getFieldFaults(save.error);
  const getError = (field: string) => {
    const fault = faults[`reply.${field}`];
    return fault && t(fault);
  };
  const describe = ({ title, texts }: SavedReplyInput) => [
    { label: t('studio-support:replies.title'), value: title },
    ...LANGUAGES.map((one) => ({ label: t(`common:language.${one}`), value: texts[one] })),
  ];
  const settle = (kept: SavedReplyInput) => {
    edit.settle(kept);
    save.reset();
  };
  const onSave = () =>
    save.mutate(
      { id: stored.id, version: stored.version, reply: draft },
      {
        onError: edit.onRefused,
        onSuccess: (saved) => {
          toast({ title: t('studio-support:saved') });
          edit.take(saved);
          if (stored.id === '') navigate(paths.studioReply(saved.id), { replace: true });
        },
      },
    );
  return (
    <EditFrame
      form={edit.form}
      lastEdit={stored.lastEdit}
      isChanged={edit.isChanged}
      isSaving={save.isPending}
      error={Object.keys(faults).length === 0 ? save.error : null}
      conflict={
        theirs && {
          lastEdit: theirs.lastEdit,
          differences: findDifferences(describe(draft), describe(theirs)),
          onKeepMine: () => settle(draft),
          onTakeTheirs: () => settle(toDraft(theirs)),
        }
      }
      onSave={onSave}
      actions={
        stored.id !== '' && (
          <DeleteReply id={stored.id} version={stored.version} onRefused={edit.onRefused} />
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
    </EditFrame>
  );
}
