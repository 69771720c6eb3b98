import { useTranslation } from '#web/lib/translation.ts';
import './pocket-mode.css';
import {
  type MouseEvent,
  type PointerEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import type { PlayerState } from '#web/features/narration/engine/player.ts';
import { useWakeLock } from '#web/lib/device.ts';
import { createLongPressRecogniser, LONG_PRESS_MS } from '../model.ts';

/** For how long the words stay after a touch, in milliseconds. */
const LIT_MS = 6_000;

const schedule = (ms: number, callback: () => void) => {
  const timer = setTimeout(callback, ms);
  return () => clearTimeout(timer);
};

/**
 * A near-black screen over the page that keeps the phone awake while the session plays. Touches only show, dimly, how
 * to leave it: by resting a finger, or by the keyboard.
 */
export function PocketMode(props: { title: string; state: PlayerState; onLeave: () => void }) {
  const { title, state, onLeave } = props;
  const { t } = useTranslation('pocket');
  const ref = useRef<HTMLDialogElement>(null);
  const [isHolding, setHolding] = useState(false);
  const [touches, setTouches] = useState(0);
  /** The touch after which the words have gone again. */
  const [darkSince, setDarkSince] = useState(-1);
  const [hold] = useState(() => createLongPressRecogniser(schedule, onLeave));
  useWakeLock(state.playing);
  useEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  useEffect(() => hold.release, [hold]);
  useEffect(() => schedule(LIT_MS, () => setDarkSince(touches)), [touches]);
  // With the page that is left by the browser's own way back, it is left too.
  const onBack = useEffectEvent(onLeave);
  useEffect(() => {
    const leave = () => onBack();
    addEventListener('popstate', leave);
    return () => removeEventListener('popstate', leave);
  }, []);
  // The bars of the browser follow.
  useEffect(() => {
    const colours = [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')];
    const before = colours.map(({ content }) => content);
    for (const colour of colours) colour.content = '#050507';
    return () => {
      for (const [index, colour] of colours.entries()) colour.content = before[index] ?? '';
    };
  }, []);
  const press = (event: PointerEvent) => {
    setHolding(hold.press(event));
    setTouches(touches + 1);
  };
  const release = () => {
    hold.release();
    setHolding(false);
  };
  return (
    <dialog ref={ref} aria-labelledby="pocket-title" className="pocket" onCancel={onLeave}>
      <button
        type="button"
        className="pocket-screen"
        data-lit={darkSince === touches ? undefined : ''}
        data-holding={isHolding || undefined}
        onPointerDown={press}
        onPointerMove={(event) => isHolding && setHolding(hold.move(event))}
        onPointerUp={release}
        onPointerCancel={release}
        onContextMenu={(event: MouseEvent) => event.preventDefault()}
        // A key is no touch of the pocket.
        onClick={(event) => event.detail === 0 && onLeave()}
      >
        <span id="pocket-title">{t('title')}</span>
        <span>{title}</span>
        <span>{state.ended ? t('ended') : state.playing ? '' : t('paused')}</span>
        <span className="pocket-hint">{t('hold')}</span>
        <span
          aria-hidden="true"
          className="pocket-progress"
          style={{ transitionDuration: isHolding ? `${LONG_PRESS_MS}ms` : '0ms' }}
        />
      </button>
    </dialog>
  );
}
