import { useState } from 'react';
import { logError } from '#web/lib/log-error.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { useHasHeadset } from '../hooks/use-headset.ts';

/** The key that goes on with the flight in a headset; nothing where there is none, or once it is worn. */
export function HeadsetButton({ enter }: { enter: () => Promise<void> }) {
  const { t } = useTranslation('rehearsal');
  const hasHeadset = useHasHeadset();
  const [state, setState] = useState<'asked' | 'worn' | 'failed'>('asked');
  if (!hasHeadset || state === 'worn') return null;
  const putOn = async () => {
    try {
      await enter();
      setState('worn');
    } catch (error) {
      // Refused, in use elsewhere, or unable to draw: the browser does not tell these apart.
      logError('A flight cannot go on in a headset', error);
      setState('failed');
    }
  };
  return (
    <div className="absolute top-0 left-0 p-2 pt-[max(0.5rem,env(safe-area-inset-top))]">
      <button
        type="button"
        className="min-h-12 min-w-12 rounded-full px-4 text-[#a49d93]"
        onClick={() => void putOn()}
      >
        {t('flight.headset')}
      </button>
      {state === 'failed' && (
        <p role="alert" className="max-w-56 px-4 text-sm text-[#b0a99e]">
          {t('flight.headsetFailed')}
        </p>
      )}
    </div>
  );
}
