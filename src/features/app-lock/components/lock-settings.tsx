import { useState } from 'react';
import { PRODUCT_NAME } from '#shared/product.ts';
import { FormOpener } from '#web/features/security/components/security-form.tsx';
import { cacheLoadedFiles } from '#web/lib/offline/keep-loaded-files.ts';
import { arePasskeysSupported } from '#web/lib/passkey.ts';
import { useTranslation } from '#web/lib/translation.ts';
import {
  tryToAddLockPasskey,
  changePin,
  isAppLockSupported,
  removeLockPasskey,
  tryToTurnAppLockOff,
  tryToTurnAppLockOn,
  tryToUnlockByPin,
} from '#web/lib/vault/app-lock.ts';
import { Button } from '#web/ui/button.tsx';
import { Section } from '#web/ui/page.tsx';
import { useToast } from '#web/ui/toast.tsx';
import { hasLockPasskey, useVaultState } from '../store.ts';
import { LazyLockScreen } from './lazy-lock-screen.tsx';
import { PinForm } from './pin-form.tsx';

/** The settings of the app lock, on this device. */
export function AppLockSettings() {
  const { t } = useTranslation('lock');
  const state = useVaultState();
  // Said to be on once everything is encrypted, so that nothing readable is left by then.
  const [isTurningOn, setTurningOn] = useState(false);
  const isOn = state === 'open' && !isTurningOn;
  return (
    <Section title={t('heading')} id="lock">
      <p className="max-w-prose">{t('about')}</p>
      <p className="mt-2 max-w-prose text-sm text-ink-2">{t('limits')}</p>
      <div className="mt-3 grid justify-items-start gap-1">
        {!isAppLockSupported() && <p className="text-ink-2">{t('impossible')}</p>}
        {isAppLockSupported() && (isOn ? <LockIsOn /> : <TurnOn onChange={setTurningOn} />)}
      </div>
    </Section>
  );
}

function TurnOn({ onChange }: { onChange: (isTurningOn: boolean) => void }) {
  const { t } = useTranslation('lock');
  const { toast } = useToast();
  const turnOn = async (_: string, pin: string) => {
    // What opens it must be there without a network too.
    await LazyLockScreen.preload();
    onChange(true);
    const isOn = await tryToTurnAppLockOn(pin).finally(() => onChange(false));
    cacheLoadedFiles();
    toast({ title: t(isOn ? 'turnedOn' : 'notStored') });
  };
  return (
    <FormOpener label={t('turnOn')}>
      {(close) => (
        <PinForm asks={['new']} submitLabel={t('turnOn')} onSubmit={turnOn} close={close} />
      )}
    </FormOpener>
  );
}

function LockIsOn() {
  const { t } = useTranslation('lock');
  const { toast } = useToast();
  const check = async (pin: string) => (await tryToUnlockByPin(pin)).isOpen;
  const turnOff = async () => {
    const isOff = await tryToTurnAppLockOff();
    toast({ title: t(isOff ? 'turnedOff' : 'notTurnedOff') });
  };
  const change = async (_: string, pin: string) => {
    await changePin(pin);
    toast({ title: t('changed') });
  };
  return (
    <>
      <p className="font-medium">{t('isOn')}</p>
      <FormOpener label={t('change')}>
        {(close) => (
          <PinForm
            asks={['present', 'new']}
            check={check}
            submitLabel={t('change')}
            onSubmit={change}
            close={close}
          />
        )}
      </FormOpener>
      {arePasskeysSupported() && <PasskeyChoice />}
      <FormOpener label={t('turnOff')}>
        {(close) => (
          <PinForm
            asks={['present']}
            check={check}
            submitLabel={t('turnOff')}
            onSubmit={turnOff}
            close={close}
          />
        )}
      </FormOpener>
    </>
  );
}

/** Has a passkey of this device open the lock too, or no longer. */
function PasskeyChoice() {
  const { t } = useTranslation('lock');
  const { toast } = useToast();
  const [hasPasskey, setHasPasskey] = useState(hasLockPasskey);
  const add = async () => {
    const isAdded = await tryToAddLockPasskey(PRODUCT_NAME);
    setHasPasskey(isAdded);
    toast({ title: t(isAdded ? 'passkey.added' : 'passkey.none') });
  };
  const remove = () => {
    removeLockPasskey();
    setHasPasskey(false);
    toast({ title: t('passkey.removed') });
  };
  return (
    <Button
      variant="quiet"
      className="px-0 font-normal"
      onClick={() => (hasPasskey ? remove() : void add())}
    >
      {t(hasPasskey ? 'passkey.remove' : 'passkey.add')}
    </Button>
  );
}
