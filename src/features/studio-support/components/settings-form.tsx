import type { SupportSettings, SupportSettingsReply } from '#shared/contract/admin-support.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { EditFormFrame } from '#web/features/admin/components/edit-frame.tsx';
import { useEditForm } from '#web/features/admin/hooks/use-edit.ts';
import { findEditDifferences } from '#web/features/admin/model.ts';
import { api } from '#web/lib/api.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Checkbox } from '#web/ui/choice.tsx';
import { TextField } from '#web/ui/field.tsx';
import { useSaveSupportSettings } from '../queries.ts';

const toDraft = ({ isOpen, who, answerHours }: SupportSettingsReply): SupportSettings => ({
  isOpen,
  who,
  answerHours,
});

/** The form of the support settings: who answers, how soon, and whether questions are accepted. */
export function SupportSettingsForm({ settings }: { settings: SupportSettingsReply }) {
  const { t } = useTranslation(['studio-support', 'common', 'errors']);
  const save = useSaveSupportSettings();
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
  const edit = useEditForm({
    keepAs: 'support-settings',
    initial: settings,
    toDraft,
    compare: (mine, theirs) => findEditDifferences(describe(mine), describe(theirs)),
    save,
    savedText: () => t('studio-support:saved'),
    fetchStored: () => api('GET /api/admin/support/settings'),
  });
  const { stored, draft, setDraft, faults } = edit;
  const getError = (field: string) => {
    const fault = faults[`settings.${field}`];
    return fault && t(fault);
  };
  const onSave = () => edit.submit({ version: stored.version, settings: draft });
  return (
    <EditFormFrame {...edit.frame} onSave={onSave}>
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
    </EditFormFrame>
  );
}
