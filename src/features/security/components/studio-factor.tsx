import { useQuery } from '@tanstack/react-query';
import { hasErrorCode } from '#web/lib/api.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { useForm } from '#web/lib/use-form.ts';
import { useToast } from '#web/ui/toast.tsx';
import {
  studioFactorQuery,
  useStartStudioFactorSetup,
  useTurnOffStudioFactor,
  useVerifyStudioCode,
} from '../queries.ts';
import { FirstCodeField, SecondFactorKeyAndCodes } from './second-factor.tsx';
import { FormOpener, SecurityFormFrame } from './security-form.tsx';

/** Turns an admin's second factor on or off, where Firebase signs people in. */
export function StudioSecondFactor() {
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
  const begin = useStartStudioFactorSetup();
  const give = useVerifyStudioCode();
  const onSuccess = () => {
    toast({ title: t('security:studioFactor.done') });
    close();
  };
  const form = useForm({
    initial: { code: '' },
    request: begin.data ? give : begin,
    describeRefusal: (error) => ({
      code: hasErrorCode(error, 'wrong_code') && t('errors:wrong_code'),
    }),
    onSubmit: ({ code }) => (begin.data ? give.mutate(code, { onSuccess }) : begin.mutate()),
  });
  return (
    <SecurityFormFrame
      form={form}
      submitLabel={t(`security:secondFactor.${begin.data ? 'confirm' : 'begin'}`)}
      onCancel={close}
    >
      {begin.data ? (
        <>
          <SecondFactorKeyAndCodes {...begin.data} recovery={t('security:studioFactor.recovery')} />
          <FirstCodeField {...form.bindInput('code')} />
        </>
      ) : (
        <p className="text-ink-2">{t('security:studioFactor.lead')}</p>
      )}
    </SecurityFormFrame>
  );
}

function TurnOffForm({ close }: { close: () => void }) {
  const { t } = useTranslation('security');
  const { toast } = useToast();
  const end = useTurnOffStudioFactor();
  const onSuccess = () => {
    toast({ title: t('secondFactor.closed') });
    close();
  };
  const form = useForm({
    initial: {},
    request: end,
    onSubmit: () => end.mutate(undefined, { onSuccess }),
  });
  return (
    <SecurityFormFrame form={form} submitLabel={t('secondFactor.closeSubmit')} onCancel={close}>
      <p className="text-ink-2">{t('studioFactor.closeLead')}</p>
    </SecurityFormFrame>
  );
}
