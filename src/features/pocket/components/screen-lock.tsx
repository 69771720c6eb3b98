import { useEffect, useEffectEvent, useState } from 'react';
import type { ContentDetail } from '#shared/contract/contents.ts';
import { useIsFlightDay } from '#web/features/flights/hooks/use-flight-day.ts';
import type { PlayerState } from '#web/features/narration/engine/player.ts';
import { now } from '#web/lib/clock.ts';
import { isTouchDevice } from '#web/lib/device-hardware.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { getNarrationModeOnPhoneLock, isPhoneLockNoticeDue } from '../model.ts';
import { setPocketOpen, useIsPocketOpen } from '../store.ts';
import { PocketMode } from './pocket-mode.tsx';

/**
 * Explains in the player what locking the phone does to the session, at night, on the day of a flight, in a session for
 * the seat, or once a locked screen has stopped a device voice; then it offers pocket mode.
 */
export function PlayerPhoneLockNotice({
  content,
  state,
}: {
  content: ContentDetail;
  state: PlayerState;
}) {
  const { t } = useTranslation('pocket');
  const isFlightDay = useIsFlightDay();
  const effect = getNarrationModeOnPhoneLock(state.narrationMode, state.voiceOn);
  const [told, setTold] = useState(false);
  const [wasPlaying, setWasPlaying] = useState(false);
  if (wasPlaying !== state.playing) {
    setWasPlaying(state.playing);
    if (state.playing && isPhoneLockNoticeDue({ at: now(), isFlightDay, form: content.form }))
      setTold(true);
  }
  const onVisibility = useEffectEvent(() => {
    if (document.visibilityState === 'hidden' && state.playing && effect === 'device')
      setTold(true);
  });
  useEffect(() => {
    const tell = () => onVisibility();
    document.addEventListener('visibilitychange', tell);
    return () => document.removeEventListener('visibilitychange', tell);
  }, []);
  const isNoted = told && effect !== 'captions' && !state.ended && isTouchDevice();
  if (!isNoted) return null;
  return (
    <div className="flex min-h-11 items-center justify-between gap-3 text-sm text-ink-2">
      <output>{t(`note.${effect}`)}</output>
      {effect === 'device' && (
        <Button variant="quiet" className="min-h-11 shrink-0" onClick={() => setPocketOpen(true)}>
          {t('title')}
        </Button>
      )}
    </div>
  );
}

/** Pocket mode while it is open, also after the end of the session, at which it would light up a pocket or a bedroom. */
export function PocketModeWhileOpen({
  content,
  state,
}: {
  content: ContentDetail;
  state: PlayerState;
}) {
  const isOpen = useIsPocketOpen();
  const leave = () => setPocketOpen(false);
  // Another session is not opened in the dark, unless it follows there by itself.
  const onOpen = useEffectEvent(() => {
    if (!state.playing) leave();
  });
  useEffect(() => onOpen(), []);
  return isOpen && <PocketMode title={content.title} state={state} onLeave={leave} />;
}
