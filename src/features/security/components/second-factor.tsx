import type { ComponentProps } from 'react';
import { hasErrorCode } from '#web/lib/api.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { TextField } from '#web/ui/field.tsx';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';
import { useToast } from '#web/ui/toast.tsx';
import {
  useStartSecondFactorSetup,
  useConfirmSecondFactor,
  useTurnOffSecondFactor,
} from '../queries.ts';
import { RecoveryCodeList } from './recovery-codes.tsx';
import {
  CurrentPasswordField,
  FormOpener,
  SecurityFormFrame,
  useCurrentPasswordForm,
} from './security-form.tsx';

const QrCode = createLazyComponent(() =>
  import('#web/features/qr/components/qr-code.tsx').then((m) => m.QrCode),
);

/**
 * Turns two-step sign-in by an app on: asks for the password, shows the key and the recovery codes, then asks for a
 * first code.
 */
export function TurnOnSecondFactorForm() {
  const { t } = useTranslation('security');
  return (
    <FormOpener label={t('secondFactor.open')}>
      {(close) => <TurnOnForm close={close} />}
    </FormOpener>
  );
}

function TurnOnForm({ close }: { close: () => void }) {
  const { t } = useTranslation(['security', 'errors']);
  const { toast } = useToast();
  const begin = useStartSecondFactorSetup();
  const confirm = useConfirmSecondFactor();
  const onSuccess = () => {
    toast({ title: t('security:secondFactor.done') });
    close();
  };
  const form = useCurrentPasswordForm({
    initial: { currentPassword: '', code: '' },
    request: begin.data ? confirm : begin,
    describeRefusal: (error) => ({
      code: hasErrorCode(error, 'wrong_code') && t('errors:wrong_code'),
    }),
    onSubmit: ({ currentPassword, code }) =>
      begin.data ? confirm.mutate(code, { onSuccess }) : begin.mutate(currentPassword),
  });
  return (
    <SecurityFormFrame
      form={form}
      submitLabel={t(`security:secondFactor.${begin.data ? 'confirm' : 'begin'}`)}
      onCancel={close}
    >
      {begin.data ? (
        <>
          <SecondFactorKeyAndCodes {...begin.data} recovery={t('security:secondFactor.recovery')} />
          <FirstCodeField {...form.bindInput('code')} />
        </>
      ) : (
        <>
          <p className="text-ink-2">{t('security:secondFactor.lead')}</p>
          <CurrentPasswordField {...form.bindValue('currentPassword')} />
        </>
      )}
    </SecurityFormFrame>
  );
}

/** The field for the first code of the authenticator app. */
export function FirstCodeField(field: Omit<ComponentProps<typeof TextField>, 'label'>) {
  const { t } = useTranslation('security');
  return (
    <TextField
      {...field}
      label={t('secondFactor.code')}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={7}
    />
  );
}

/** The key for the app as a QR code, a link, and groups of four that can be typed; and the recovery codes. */
export function SecondFactorKeyAndCodes({
  uri,
  recoveryCodes,
  recovery,
}: {
  uri: string;
  recoveryCodes: string[];
  recovery: string;
}) {
  const { t } = useTranslation('security');
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  return (
    <>
      <p>{t('secondFactor.app')}</p>
      <QrCode text={uri} label={t('secondFactor.picture')} />
      <a href={uri} className="text-link inline-flex min-h-11 items-center">
        {t('secondFactor.link')}
      </a>
      <p className="break-words">
        {t('secondFactor.key')} <code>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <RecoveryCodeList codes={recoveryCodes}>{recovery}</RecoveryCodeList>
    </>
  );
}

/** Turns two-step sign-in off, with the password. */
export function TurnOffSecondFactorForm() {
  const { t } = useTranslation('security');
  return (
    <FormOpener label={t('secondFactor.close')}>
      {(close) => <TurnOffForm close={close} />}
    </FormOpener>
  );
}

function TurnOffForm({ close }: { close: () => void }) {
  const { t } = useTranslation('security');
  const { toast } = useToast();
  const end = useTurnOffSecondFactor();
  const onSuccess = () => {
    toast({ title: t('secondFactor.closed') });
    close();
  };
  const form = useCurrentPasswordForm({
    initial: { currentPassword: '' },
    request: end,
    onSubmit: ({ currentPassword }) => end.mutate(currentPassword, { onSuccess }),
  });
  return (
    <SecurityFormFrame form={form} submitLabel={t('secondFactor.closeSubmit')} onCancel={close}>
      <CurrentPasswordField {...form.bindValue('currentPassword')} />
    </SecurityFormFrame>
  );
}
