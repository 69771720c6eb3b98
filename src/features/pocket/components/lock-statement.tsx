import type { PlayerState } from '#web/features/narration/engine/player.ts';
import { isTouchDevice } from '#web/lib/device-hardware.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { getNarrationModeOnPhoneLock } from '../model.ts';
import { setPocketOpen } from '../store.ts';

/**
 * Explains what locking the phone does to this session; with a device voice, which stops then, it offers pocket mode
 * and calls `onPocket` when that is chosen. Nothing on devices that are not used by touch.
 */
export function PhoneLockNotice({ state, onPocket }: { state: PlayerState; onPocket: () => void }) {
  const { t } = useTranslation('pocket');
  if (!isTouchDevice()) return null;
  const effect = getNarrationModeOnPhoneLock(state.narrationMode, state.voiceOn);
  const open = () => {
    onPocket();
    setPocketOpen(true);
  };
  return (
    <section className="mt-5 border-t border-line pt-4">
      <h3 className="font-sans text-base font-medium">{t('lock.title')}</h3>
      <p className="mt-1 text-sm text-ink-2">{t(`lock.${effect}`)}</p>
      {effect === 'device' && (
        <Button variant="secondary" className="mt-3" onClick={open}>
          {t('title')}
        </Button>
      )}
    </section>
  );
}
