import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { hasErrorCode } from '#web/lib/api.ts';
import { TextField } from '#web/ui/field.tsx';
import { useToast } from '#web/ui/toast.tsx';
import {
  studioFactorQuery,
  useBeginStudioFactor,
  useEndStudioFactor,
  useGiveStudioCode,
} from '../queries.ts';
import { SecondFactorKey } from './second-factor.tsx';
import { FormOpener, SecurityForm } from './security-form.tsx';

/** Turns an admin's second factor on or off, where Firebase signs people in. */
export function StudioFactor() {
  const { t } = useTranslation('security');
  const { data } = useQuery(studioFactorQuery);
  if (!data) return null;
  return data.isOn ? (
    <FormOpener key="off" label={t('studioFactor.close')}>
      {(close) => <TurnOffForm close={close} />}
    </FormOpener>
  ) : (
    <FormOpener key="on" label={t('studioFactor.open')}>
      {(close) => <TurnOnForm close={close} />}
    </FormOpener>
  );
}

/** Shows the key and the recovery codes, then asks for a first code. */
function TurnOnForm({ close }: { close: () => void }) {
  const { t } = useTranslation(['security', 'errors']);
  const { toast } = useToast();
  const [code, setCode] = useState('');
  const begin = useBeginStudioFactor();
  const give = useGiveStudioCode();
  const isWrongCode = hasErrorCode(give.error, 'wrong_code');
  const onSuccess = () => {
    toast({ title: t('security:studioFactor.done') });
    close();
  };
  return (
    <SecurityForm
      submitLabel={t(`security:secondFactor.${begin.data ? 'confirm' : 'begin'}`)}
      busy={begin.isPending || give.isPending}
      error={begin.error ?? give.error}
      inFields={isWrongCode}
      onSubmit={() => (begin.data ? give.mutate(code, { onSuccess }) : begin.mutate())}
      onCancel={close}
    >
      {begin.data ? (
        <>
          <SecondFactorKey {...begin.data} recovery={t('security:studioFactor.recovery')} />
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
        <p className="text-ink-2">{t('security:studioFactor.lead')}</p>
      )}
    </SecurityForm>
  );
}

function TurnOffForm({ close }: { close: () => void }) {
  const { t } = useTranslation('security');
  const { toast } = useToast();
  const end = useEndStudioFactor();
  const onSuccess = () => {
    toast({ title: t('secondFactor.closed') });
    close();
  };
  return (
    <SecurityForm
      submitLabel={t('secondFactor.closeSubmit')}
      busy={end.isPending}
      error={end.error}
      inFields={false}
      onSubmit={() => end.mutate(undefined, { onSuccess })}
      onCancel={close}
    >
      <p className="text-ink-2">{t('studioFactor.closeLead')}</p>
    </SecurityForm>
  );
}
