import { useCallback, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { now } from '#web/lib/clock.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { paths } from '#web/lib/paths.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { useForm } from '#web/lib/use-form.ts';
import { tryToUnlockByPasskey, tryToUnlockByPin } from '#web/lib/vault/app-lock.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Page, PageHeading } from '#web/ui/page.tsx';
import { hasLockPasskey } from '../store.ts';
import { ForgottenPinDialog } from './forgot-pin.tsx';
import { PinField } from './pin-field.tsx';

const LINK = 'text-link inline-flex min-h-11 items-center';

/** What stands in the place of every page of a person's own while the app is locked. */
export function LockScreen() {
  const { t } = useTranslation('lock');
  const [isForgotten, setForgotten] = useState(false);
  const close = useCallback(() => setForgotten(false), []);
  usePageTitle(t('screen.title'), false);
  return (
    <main id="page">
      <Page narrow>
        <PageHeading title={t('screen.title')} lead={t('screen.lead')} />
        <PinForm />
        {hasLockPasskey() && <OpenByPasskey />}
        <p className="mt-10 text-sm text-ink-2">{t('screen.without')}</p>
        <p className="flex flex-wrap gap-x-6">
          <Link href={paths.sos()} className={LINK}>
            {t('screen.sos')}
          </Link>
          <Link href={paths.breathe()} className={LINK}>
            {t('screen.breathe')}
          </Link>
        </p>
        <Button
          variant="quiet"
          className="mt-4 px-0 font-normal"
          onClick={() => setForgotten(true)}
        >
          {t('screen.forgot')}
        </Button>
        {isForgotten && <ForgottenPinDialog onClose={close} />}
      </Page>
    </main>
  );
}

function PinForm() {
  const { t } = useTranslation('lock');
  const [isBusy, setBusy] = useState(false);
  const { hasFailed, seconds, begin } = useWait();
  const submit = async (pin: string) => {
    if (pin === '' || seconds > 0) return;
    setBusy(true);
    const outcome = await tryToUnlockByPin(pin, now().getTime());
    // Opened, the page stands in this one's place.
    if (outcome.isOpen) return;
    form.reset();
    begin(outcome.waitUntilMs);
    setBusy(false);
  };
  const form = useForm({
    initial: { pin: '' },
    request: { error: null, isPending: isBusy },
    onSubmit: ({ pin }) => void submit(pin),
  });
  const fault = seconds > 0 ? t('wait', { count: seconds }) : t('wrong');
  return (
    <form {...form.props} className="grid max-w-md gap-4">
      <PinField
        {...form.bindValue('pin')}
        label={t('pin')}
        name="pin"
        error={hasFailed && form.draft.pin === '' && fault}
      />
      <Button type="submit" busy={isBusy} disabled={seconds > 0}>
        {t('screen.open')}
      </Button>
    </form>
  );
}

interface Wait {
  /** Epoch milliseconds: until when no PIN is tried, and the last look at the clock. */
  untilMs: number;
  nowMs: number;
}

/** Holds until when the person has to wait; returns the whole seconds left, counted down, and the function to begin. */
function useWait() {
  const [wait, setWait] = useState<Wait | null>(null);
  const seconds = wait ? Math.max(0, Math.ceil((wait.untilMs - wait.nowMs) / 1000)) : 0;
  const isWaiting = seconds > 0;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const look = () => setWait((before) => before && { ...before, nowMs: now().getTime() });
    const timer = setInterval(look, 1000);
    return () => clearInterval(timer);
  }, [isWaiting]);
  const begin = (untilMs: number) => setWait({ untilMs, nowMs: now().getTime() });
  return { hasFailed: wait !== null, seconds, begin };
}

function OpenByPasskey() {
  const { t } = useTranslation('lock');
  const [state, setState] = useState<'idle' | 'asking' | 'failed'>('idle');
  const open = async () => {
    setState('asking');
    if (!(await tryToUnlockByPasskey())) setState('failed');
  };
  return (
    <div className="mt-4 grid max-w-md gap-4">
      <Button variant="secondary" busy={state === 'asking'} onClick={() => void open()}>
        {t('screen.passkey')}
      </Button>
      {state === 'failed' && <Notice tone="refusal">{t('screen.passkeyFailed')}</Notice>}
    </div>
  );
}
