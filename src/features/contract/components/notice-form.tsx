import { useTranslation } from '#web/lib/translation.ts';
import { useForm } from '#web/lib/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import { RadioGroup } from '#web/ui/choice.tsx';
import { TextField } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useNoticeFormatters } from '../hooks/use-notice-formats.ts';
import { listMissingNoticeDetails, type ContractNoticeDraft } from '../model.ts';

/** The form of a notice; `onWrite` is told of each change of it. `endsOn`: the day on which their pass ends anyway; null where it does not. */
export function ContractNoticeForm({
  draft,
  endsOn,
  onWrite,
  onGoOn,
}: {
  draft: ContractNoticeDraft;
  endsOn: string | null;
  onWrite: (draft: ContractNoticeDraft) => void;
  onGoOn: () => void;
}) {
  const { t } = useTranslation(['contract', 'billing']);
  const { formatDay } = useNoticeFormatters();
  const form = useForm({
    initial: draft,
    validate: (written) =>
      Object.fromEntries(
        listMissingNoticeDetails(written).map((name) => [name, t(`contract:missing.${name}`)]),
      ),
    onChange: (part) => onWrite({ ...draft, ...part }),
    onSubmit: onGoOn,
  });
  return (
    <form {...form.props} className="grid gap-6">
      {endsOn && <Notice>{t('contract:already', { date: formatDay(endsOn) })}</Notice>}
      <RadioGroup
        {...form.bindValue('kind')}
        legend={t('contract:kind')}
        name="kind"
        choices={(['end', 'withdraw'] as const).map((value) => ({
          value,
          label: t(`contract:kinds.${value}`),
        }))}
      />
      <TextField
        {...form.bindInput('name')}
        autoComplete="name"
        maxLength={200}
        label={t('contract:name')}
      />
      <TextField
        {...form.bindInput('email')}
        type="email"
        autoComplete="email"
        maxLength={254}
        label={t('contract:email')}
        hint={t('contract:emailHint')}
      />
      <TextField
        {...form.bindInput('reference')}
        maxLength={200}
        label={t('contract:reference')}
        optional={t('contract:optional')}
        hint={t('contract:referenceHint')}
      />
      <Button type="submit" wide>
        {t('contract:go')}
      </Button>
    </form>
  );
}
