import { isLanguage } from '#shared/rules/languages.ts';
import { findSosLineIndex, planSosLines, SOS_PIECE_SECONDS, type SosLine } from './sos-lines.ts';
import { now } from '#web/lib/clock.ts';
import { keepScreenOn } from '#web/lib/device-hardware.ts';
import { deviceStorage } from '#web/lib/storage.ts';
import { readIsSosSilent, writeIsSosSilent } from '../store.ts';
import { createSosSpeaker } from './sos-speaker.ts';

const TICK_MS = 1000;
const FADE_MS = 400;
const TOUCH_MS = 40;
/** Longer lines are set smaller, or they would not fit a phone. */
const LONG_LINE = 40;

/**
 * Attaches the behaviour to the markup of sos-page.tsx: a tap on a line begins its piece, whose words are in that
 * markup, in `language`. Used by the prerendered page, the document without the app, and the app. Returns a cleanup function.
 */
export function attachSos(root: HTMLElement, language: string): () => void {
  const wiring = new AbortController();
  const { signal } = wiring;
  const find = (name: string) => root.querySelector<HTMLElement>(`[data-part=${name}]`)!;
  const stage = root.querySelector('dialog')!;
  const [playing, after, line, former] = ['playing', 'after', 'line', 'former'].map((name) =>
    find(name),
  ) as [HTMLElement, HTMLElement, HTMLElement, HTMLElement];
  const sound = createSosSpeaker(isLanguage(language) ? language : 'en');

  // On a device that has one, it is what somebody comes back for.
  const card = root.querySelector<HTMLElement>('[data-card]');
  if (card && deviceStorage.read('envol-tonight') !== null)
    card.textContent = card.dataset['card'] ?? '';

  let lines: SosLine[] = [];
  let piece: HTMLElement | null = null;
  let shown = -1;
  /** Seconds of the piece that are over, and since when it goes on; null while it pauses. */
  let passed = 0;
  let since: number | null = null;
  let timer: ReturnType<typeof setInterval> | undefined;
  let letScreenSleep: (() => void) | null = null;

  const getSeconds = () =>
    passed + (since === null ? 0 : Math.max(0, now().getTime() - since) / 1000);
  const listen = (name: string, act: () => void) =>
    find(name).addEventListener('click', act, { signal });

  /** The voices of a device may come late: it is looked for with every line. */
  const prepareVoice = (): boolean => {
    const isSpoken = !readIsSosSilent() && sound.hasVoice();
    find('no-voice').hidden = isSpoken || readIsSosSilent();
    // With the voice of the device, a screen reader would say everything twice.
    line.setAttribute('aria-live', isSpoken ? 'off' : 'assertive');
    return isSpoken;
  };
  const say = () => {
    if (prepareVoice()) return sound.speak(lines[shown]!.text);
    sound.stop();
    navigator.vibrate?.(TOUCH_MS);
  };
  const showLine = (index: number) => {
    prepareVoice();
    former.textContent = index > 0 ? lines[index - 1]!.text : '';
    const { text } = lines[index]!;
    line.textContent = text;
    line.toggleAttribute('data-long', text.length > LONG_LINE);
    if (!matchMedia('(prefers-reduced-motion: reduce)').matches)
      line.animate({ opacity: [0, 1] }, FADE_MS);
    shown = index;
    say();
  };
  const tick = () => {
    const seconds = Math.min(SOS_PIECE_SECONDS, Math.floor(getSeconds() + 0.05));
    if (seconds >= SOS_PIECE_SECONDS) return end();
    find('rim').style.setProperty('--gone', String(seconds / SOS_PIECE_SECONDS));
    find('left').textContent = `${SOS_PIECE_SECONDS - seconds} s`;
    const index = findSosLineIndex(lines, seconds);
    if (index !== shown) showLine(index);
  };
  const goOn = () => {
    since = now().getTime();
    clearInterval(timer);
    timer = setInterval(tick, TICK_MS);
    letScreenSleep ??= keepScreenOn();
    stage.toggleAttribute('data-paused', false);
    find('pause').setAttribute('aria-pressed', 'false');
  };
  const halt = () => {
    passed = getSeconds();
    since = null;
    clearInterval(timer);
    sound.stop();
    letScreenSleep?.();
    letScreenSleep = null;
  };
  const pause = () => {
    halt();
    stage.toggleAttribute('data-paused', true);
    find('pause').setAttribute('aria-pressed', 'true');
  };
  const begin = (from: HTMLElement) => {
    piece = from;
    lines = planSosLines([...from.querySelectorAll('li')].map((item) => item.textContent));
    passed = 0;
    shown = -1;
    playing.hidden = false;
    after.hidden = true;
    if (!stage.open) stage.showModal();
    goOn();
    tick();
  };
  function end() {
    halt();
    playing.hidden = true;
    after.hidden = false;
    const href = piece?.querySelector('a')?.href;
    const longer = find('longer');
    longer.hidden = !href;
    longer.setAttribute('href', href ?? '');
    find('reply').textContent = '';
    for (const answer of after.querySelectorAll('[data-answer]'))
      answer.setAttribute('aria-pressed', 'false');
    find('and').focus();
  }
  const showHow = () => {
    const isSilent = readIsSosSilent();
    for (const input of root.querySelectorAll<HTMLInputElement>('[name=sos-how]'))
      input.checked = (input.value === 'silent') === isSilent;
    find('how-now').textContent = find('how-now').dataset[isSilent ? 'aloud' : 'silent']!;
  };

  for (const summary of root.querySelectorAll<HTMLElement>('[data-piece] > summary'))
    summary.addEventListener(
      'click',
      (event) => {
        event.preventDefault();
        begin(summary.parentElement!);
      },
      { signal },
    );
  for (const input of root.querySelectorAll<HTMLInputElement>('[name=sos-how]'))
    input.addEventListener(
      'change',
      () => {
        writeIsSosSilent(input.value === 'silent');
        showHow();
      },
      { signal },
    );
  for (const answer of after.querySelectorAll<HTMLElement>('[data-answer]'))
    answer.addEventListener(
      'click',
      () => {
        for (const other of after.querySelectorAll('[data-answer]'))
          other.setAttribute('aria-pressed', String(other === answer));
        find('reply').textContent = answer.dataset['reply']!;
      },
      { signal },
    );
  listen('pause', () => (since === null ? (goOn(), say()) : pause()));
  listen('again', () => {
    passed = lines[shown]!.at;
    goOn();
    say();
  });
  listen('how-now', () => {
    writeIsSosSilent(!readIsSosSilent());
    showHow();
    if (since !== null) say();
  });
  listen('once-more', () => piece && begin(piece));
  listen('back', () => {
    stage.close();
    if (history.length > 1) history.back();
  });
  stage.addEventListener('close', halt, { signal });
  // What went on while the screen was off is caught up with at once.
  document.addEventListener('visibilitychange', () => since !== null && tick(), { signal });

  showHow();
  root.toggleAttribute('data-wired', true);
  return () => {
    halt();
    stage.close();
    sound.dispose();
    wiring.abort();
  };
}
