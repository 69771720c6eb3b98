import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '#web/lib/api.ts';
import { TextField } from '#web/ui/field.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { useBeginSecondFactor, useConfirmSecondFactor, useEndSecondFactor } from '../queries.ts';
import { CurrentPassword, DisclosedForm } from './disclosed-form.tsx';

const isCode = (error: Error | null, code: string) =>
  error instanceof ApiError && error.code === code;

/** Turns two-step sign-in on: the password, then the key and the recovery codes, then a code of the app. */
export function TurnOnSecondFactor() {
  const { t } = useTranslation(['security', 'errors']);
  const { toast } = useToast();
  const [open, setOpen] = useState(false);
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const begin = useBeginSecondFactor();
  const confirm = useConfirmSecondFactor();
  const isWrongPassword = isCode(begin.error, 'wrong_credentials');
  const isWrongCode = isCode(confirm.error, 'wrong_code');
  const close = () => {
    setOpen(false);
    setPassword('');
    setCode('');
    begin.reset();
    confirm.reset();
  };
  const submit = () => {
    if (!begin.data) begin.mutate(password);
    else
      confirm.mutate(code, {
        onSuccess: () => {
          toast({ title: t('security:secondFactor.done') });
          close();
        },
      });
  };
  return (
    <DisclosedForm
      open={open}
      onOpen={() => setOpen(true)}
      onClose={close}
      label={t('security:secondFactor.open')}
      submitLabel={t(`security:secondFactor.${begin.data ? 'confirm' : 'begin'}`)}
      busy={begin.isPending || confirm.isPending}
      error={begin.error ?? confirm.error}
      inFields={isWrongPassword || isWrongCode}
      onSubmit={submit}
    >
      {begin.data ? (
        <>
          <SecondFactorKey uri={begin.data.uri} recoveryCodes={begin.data.recoveryCodes} />
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
          <CurrentPassword
            value={password}
            onChange={setPassword}
            error={isWrongPassword ? t('security:wrongPassword') : null}
          />
        </>
      )}
    </DisclosedForm>
  );
}

/** The key for the app, in groups of four that can be typed, and the recovery codes. */
function SecondFactorKey({ uri, recoveryCodes }: { uri: string; recoveryCodes: string[] }) {
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
      <p>{t('secondFactor.recovery')}</p>
      <ul className="grid grid-cols-2 gap-x-6 gap-y-1">
        {recoveryCodes.map((recoveryCode) => (
          <li key={recoveryCode}>
            <code>{recoveryCode}</code>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Turns two-step sign-in off, with the password. */
export function TurnOffSecondFactor() {
  const { t } = useTranslation('security');
  const { toast } = useToast();
  const [open, setOpen] = useState(false);
  const [password, setPassword] = useState('');
  const end = useEndSecondFactor();
  const isWrong = isCode(end.error, 'wrong_credentials');
  const close = () => {
    setOpen(false);
    setPassword('');
    end.reset();
  };
  const onSuccess = () => {
    toast({ title: t('secondFactor.closed') });
    close();
  };
  return (
    <DisclosedForm
      open={open}
      onOpen={() => setOpen(true)}
      onClose={close}
      label={t('secondFactor.close')}
      submitLabel={t('secondFactor.closeSubmit')}
      busy={end.isPending}
      error={end.error}
      inFields={isWrong}
      onSubmit={() => end.mutate(password, { onSuccess })}
    >
      <CurrentPassword
        value={password}
        onChange={setPassword}
        error={isWrong ? t('wrongPassword') : null}
      />
    </DisclosedForm>
  );
}
