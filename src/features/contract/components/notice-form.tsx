import { type FormEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { RadioGroup } from '#web/ui/choice.tsx';
import { showFaultsAndFocusFirst, TextField } from '#web/ui/field.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useNoticeFormats } from '../hooks/use-notice-formats.ts';
import { findMissingDetails, type NoticeDraft } from '../model.ts';

/** Who gives notice, of what. `endsOn`: the day on which their pass ends anyway; null where it does not. */
export function NoticeForm({
  draft,
  endsOn,
  onWrite,
  onGoOn,
}: {
  draft: NoticeDraft;
  endsOn: string | null;
  onWrite: (draft: NoticeDraft) => void;
  onGoOn: () => void;
}) {
  const { t } = useTranslation(['contract', 'billing']);
  const { formatDay } = useNoticeFormats();
  const form = useRef<HTMLFormElement>(null);
  const [wasTried, setTried] = useState(false);
  const missing = findMissingDetails(draft);
  const write = (part: Partial<NoticeDraft>) => onWrite({ ...draft, ...part });
  const goOn = (event: FormEvent) => {
    event.preventDefault();
    if (missing.length === 0) onGoOn();
    else showFaultsAndFocusFirst(form.current, () => setTried(true));
  };
  const findFault = (name: 'name' | 'email') =>
    wasTried && missing.includes(name) && t(`contract:missing.${name}`);
  return (
    <form ref={form} noValidate onSubmit={goOn} className="grid gap-6">
      {endsOn && <Notice>{t('contract:already', { date: formatDay(endsOn) })}</Notice>}
      <RadioGroup
        legend={t('contract:kind')}
        name="kind"
        value={draft.kind}
        choices={(['end', 'withdraw'] as const).map((value) => ({
          value,
          label: t(`contract:kinds.${value}`),
        }))}
        onChange={(kind) => write({ kind })}
      />
      <TextField
        autoComplete="name"
        maxLength={200}
        label={t('contract:name')}
        error={findFault('name')}
        value={draft.name}
        onChange={(event) => write({ name: event.target.value })}
      />
      <TextField
        type="email"
        autoComplete="email"
        maxLength={254}
        label={t('contract:email')}
        hint={t('contract:emailHint')}
        error={findFault('email')}
        value={draft.email}
        onChange={(event) => write({ email: event.target.value })}
      />
      <TextField
        maxLength={200}
        label={t('contract:reference')}
        optional={t('contract:optional')}
        hint={t('contract:referenceHint')}
        value={draft.reference}
        onChange={(event) => write({ reference: event.target.value })}
      />
      <Button type="submit" wide>
        {t('contract:go')}
      </Button>
    </form>
  );
}
