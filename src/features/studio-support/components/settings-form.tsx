import { useTranslation } from 'react-i18next';
import type { SupportSettings, SupportSettingsReply } from '#shared/contract/admin-support.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { findDifferences } from '#web/features/admin/model.ts';
import { getFieldFaults } from '#web/lib/error-message.ts';
import { Checkbox } from '#web/ui/choice.tsx';
import { TextField } from '#web/ui/field.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { useEdit } from '../hooks/use-edit.ts';
import { useRereadSettings, useSaveSettings } from '../queries.ts';
import { EditFrame } from './edit-frame.tsx';

const toDraft = ({ isOpen, who, answerHours }: SupportSettingsReply): SupportSettings => ({
  isOpen,
  who,
  answerHours,
});

/** Who answers, how soon, and whether questions are taken. */
export function SettingsForm({ settings }: { settings: SupportSettingsReply }) {
  const { t } = useTranslation(['studio-support', 'common', 'errors']);
  const { toast } = useToast();
  const save = useSaveSettings();
  const reread = useRereadSettings();
  const edit = useEdit({
    initial: settings,
    toDraft,
    error: save.error,
    reread: (onRead) => reread.mutate(undefined, { onSuccess: onRead }),
  });
  const { stored, draft, setDraft, theirs } = edit;
  const faults = getFieldFaults(save.error);
  const getError = (field: string) => {
    const fault = faults[`settings.${field}`];
    return fault && t(fault);
  };
  const nameWho = (language: (typeof LANGUAGES)[number]) =>
    `${t('studio-support:settings.who')}, ${t(`common:language.${language}`)}`;
  const describe = ({ isOpen, who, answerHours }: SupportSettings) => [
    {
      label: t('studio-support:settings.isOpen'),
      value: t(isOpen ? 'studio-support:settings.on' : 'studio-support:settings.off'),
    },
    ...LANGUAGES.map((language) => ({ label: nameWho(language), value: who[language] })),
    { label: t('studio-support:settings.answerHours'), value: String(answerHours) },
  ];
  const settle = (kept: SupportSettings) => {
    edit.settle(kept);
    save.reset();
  };
  const onSave = () =>
    save.mutate(
      { version: stored.version, settings: draft },
      {
        onError: edit.onRefused,
        onSuccess: (saved) => {
          toast({ title: t('studio-support:saved') });
          edit.take(saved);
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
    >
      <div className="grid max-w-2xl gap-6">
        {LANGUAGES.map((language) => (
          <TextField
            key={language}
            lang={language}
            label={nameWho(language)}
            hint={t('studio-support:settings.whoHint')}
            error={getError(`who.${language}`)}
            value={draft.who[language]}
            onChange={({ target: { value } }) =>
              setDraft({ ...draft, who: { ...draft.who, [language]: value } })
            }
          />
        ))}
        <TextField
          type="number"
          min={1}
          max={336}
          className="max-w-32"
          label={t('studio-support:settings.answerHours')}
          hint={t('studio-support:settings.answerHoursHint')}
          error={faults['settings.answerHours'] && t('studio-support:settings.answerHoursHint')}
          value={draft.answerHours || ''}
          onChange={({ target: { value } }) => setDraft({ ...draft, answerHours: Number(value) })}
        />
        <Checkbox
          label={t('studio-support:settings.isOpen')}
          detail={t('studio-support:settings.isOpenHint')}
          checked={draft.isOpen}
          onChange={({ target: { checked } }) => setDraft({ ...draft, isOpen: checked })}
        />
      </div>
    </EditFrame>
  );
}
