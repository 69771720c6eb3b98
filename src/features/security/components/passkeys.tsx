import { useState } from 'react';
import type { Passkey } from '#shared/contract/passkeys.ts';
import { getDeviceTimeZone, now } from '#web/lib/clock.ts';
import { formatRelativeTime } from '#web/lib/format.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { useForm } from '#web/lib/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/field.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { usePasskeys, useRemovePasskey, useRenamePasskey } from '../queries.ts';
import { SecurityFormFrame } from './security-form.tsx';

const SMALL = 'px-0 text-sm';

/** The passkeys of the account, each with buttons to rename and to remove it; nothing without any. */
export function PasskeyList() {
  const { t } = useTranslation('security');
  const { data } = usePasskeys();
  if (!data || data.passkeys.length === 0) return null;
  return (
    <div className="w-full">
      <h3 className="mt-3 font-medium">{t('passkeys.heading')}</h3>
      <ul className="divide-y divide-line">
        {data.passkeys.map((passkey) => (
          <PasskeyRow key={passkey.id} passkey={passkey} />
        ))}
      </ul>
    </div>
  );
}

function PasskeyRow({ passkey }: { passkey: Passkey }) {
  const { t } = useTranslation(['security', 'common']);
  const { t: tCommon } = useTranslation('common');
  const { toast } = useToast();
  const [isOpen, setIsOpen] = useState(false);
  const remove = useRemovePasskey();
  const { id, name, lastUsedAt } = passkey;
  if (isOpen) return <RenameForm passkey={passkey} close={() => setIsOpen(false)} />;
  const onSuccess = () => void toast({ title: t('security:passkeys.removed') });
  const used =
    lastUsedAt && formatRelativeTime(new Date(lastUsedAt), now(), getDeviceTimeZone(), tCommon);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 py-2.5">
      <div className="min-w-0">
        <p className="break-words">{name}</p>
        <p className="text-sm text-ink-2">
          {used ? t('security:passkeys.used', { used }) : t('security:passkeys.unused')}
        </p>
      </div>
      <div className="flex gap-x-5">
        <Button
          variant="quiet"
          className={SMALL}
          aria-label={t('security:passkeys.renameLabel', { name })}
          onClick={() => setIsOpen(true)}
        >
          {t('security:passkeys.rename')}
        </Button>
        <Button
          variant="quiet"
          className={SMALL}
          busy={remove.isPending}
          aria-label={t('security:passkeys.removeLabel', { name })}
          onClick={() => remove.mutate(id, { onSuccess })}
        >
          {t('security:passkeys.remove')}
        </Button>
      </div>
    </li>
  );
}

function RenameForm({ passkey, close }: { passkey: Passkey; close: () => void }) {
  const { t } = useTranslation('security');
  const rename = useRenamePasskey();
  const form = useForm({
    initial: { name: passkey.name },
    request: rename,
    onSubmit: ({ name }) => rename.mutate({ id: passkey.id, name }, { onSuccess: close }),
  });
  return (
    <li>
      <SecurityFormFrame form={form} submitLabel={t('passkeys.save')} onCancel={close}>
        <TextField
          {...form.bindInput('name')}
          label={t('passkeys.name')}
          name="passkey-name"
          autoComplete="off"
          maxLength={60}
        />
      </SecurityFormFrame>
    </li>
  );
}
