import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { hasErrorCode } from '#web/lib/api.ts';
import { TextField } from '#web/ui/field.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { useBeginSecondFactor, useConfirmSecondFactor, useEndSecondFactor } from '../queries.ts';
import { RecoveryCodes } from './recovery-codes.tsx';
import { CurrentPassword, FormOpener, isWrongPassword, SecurityForm } from './security-form.tsx';

/**
 * Turns two-step sign-in by an app on: asks for the password, shows the key and the recovery codes, then asks for a
 * first code.
 */
export function TurnOnSecondFactor() {
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
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const begin = useBeginSecondFactor();
  const confirm = useConfirmSecondFactor();
  const isWrongCode = hasErrorCode(confirm.error, 'wrong_code');
  const onSuccess = () => {
    toast({ title: t('security:secondFactor.done') });
    close();
  };
  return (
    <SecurityForm
      submitLabel={t(`security:secondFactor.${begin.data ? 'confirm' : 'begin'}`)}
      busy={begin.isPending || confirm.isPending}
      error={begin.error ?? confirm.error}
      inFields={isWrongPassword(begin.error) || isWrongCode}
      onSubmit={() => (begin.data ? confirm.mutate(code, { onSuccess }) : begin.mutate(password))}
      onCancel={close}
    >
      {begin.data ? (
        <>
          <SecondFactorKey {...begin.data} recovery={t('security:secondFactor.recovery')} />
          <TextField
            label={t('security:secondFactor.code')}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={7}
            value={code}
            onChange={(event) => setCode(event.target.value)}
            error={isWrongCode && t('errors:wrong_code')}
          />
        </>
      ) : (
        <>
          <p className="text-ink-2">{t('security:secondFactor.lead')}</p>
          <CurrentPassword value={password} onChange={setPassword} refusal={begin.error} />
        </>
      )}
    </SecurityForm>
  );
}

/** The key for the app, in groups of four that can be typed, and the recovery codes. */
export function SecondFactorKey({
  uri,
  recoveryCodes,
  recovery,
}: {
  uri: string;
  recoveryCodes: string[];
  /** What the recovery codes are for. */
  recovery: string;
}) {
  const { t } = useTranslation('security');
  const secret = new URL(uri).searchParams.get('secret') ?? '';
  return (
    <>
      <p>{t('secondFactor.app')}</p>
      <a href={uri} className="text-link inline-flex min-h-11 items-center">
        {t('secondFactor.link')}
      </a>
      <p className="break-words">
        {t('secondFactor.key')} <code>{secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}</code>
      </p>
      <RecoveryCodes codes={recoveryCodes}>{recovery}</RecoveryCodes>
    </>
  );
}

/** Turns two-step sign-in off, with the password. */
export function TurnOffSecondFactor() {
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
  const [password, setPassword] = useState('');
  const end = useEndSecondFactor();
  const onSuccess = () => {
    toast({ title: t('secondFactor.closed') });
    close();
  };
  return (
    <SecurityForm
      submitLabel={t('secondFactor.closeSubmit')}
      busy={end.isPending}
      error={end.error}
      inFields={isWrongPassword(end.error)}
      onSubmit={() => end.mutate(password, { onSuccess })}
      onCancel={close}
    >
      <CurrentPassword value={password} onChange={setPassword} refusal={end.error} />
    </SecurityForm>
  );
}
