import type { Language } from '#shared/rules/languages.ts';
import { type Cue, getScriptDurationMs } from '#shared/rules/script-timing.ts';
import { computeLightLevel } from '#web/features/breathing/model.ts';
import {
  createBrowserPlatform,
  vibrateForBreath,
} from '#web/features/narration/engine/platform.ts';
import { createScriptPlayer, isPlayedUnvoiced } from '#web/features/narration/engine/player.ts';
import { getUnvoicedPlaybackOptions } from '#web/features/narration/engine/reading-pace.ts';
import { fitCurrentSentence } from '#web/features/narration/engine/fit-words.ts';
import { findCueAndBreath } from '#web/features/narration/model.ts';
import { keepScreenOn } from '#web/lib/device-hardware.ts';
import { formatClock } from '#web/lib/format.ts';

/** How far the light rises with a full breath, in per cent of its own height. */
const LIGHT_RISE = 125;

export interface ExcerptPlayer {
  toggle: () => void;
  dispose: () => void;
}

/**
 * Attaches the player of a session's excerpt to the markup of excerpt.tsx, which contains the excerpt's cues and
 * texts.
 */
export function attachExcerptPlayer(root: HTMLElement): ExcerptPlayer {
  const language = root.dataset['excerpt'] as Language;
  const parts = findParts(root);
  const stage = findStage(root);
  const line = stage?.line;
  const letWordsBe = stage && keepWordsWhole(stage);
  const cues = JSON.parse(readData(root, 'cues')) as Cue[];
  const durationMs = getScriptDurationMs(cues);
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  const player = createScriptPlayer(
    { cues, durationMs, language, recordingUrl: null },
    createBrowserPlatform({
      // In silence touch marks the breath.
      vibrate: (phase) => {
        if (isPlayedUnvoiced(player.state())) vibrateForBreath(phase);
      },
      isAttended: () => true,
    }),
    0,
    getUnvoicedPlaybackOptions(root.dataset['kind'] === 'load' ? 'load' : 'flow'),
  );
  // In silence nothing is heard, not even what is soft.
  // That there is no voice is said while the first sentence is there.
  const sentences = cues.flatMap(({ type }, index) => (type === 'say' ? [index] : []));
  const secondSentence = sentences[1] ?? cues.length;
  if ('silent' in root.dataset) {
    player.setVoice(false);
    player.setMasterVolume(0);
  }
  let frame = 0;
  let letScreenSleep: (() => void) | null = null;
  let hasEnded = false;

  const showPosition = () => {
    const position = player.position();
    const { breath } = findCueAndBreath(cues, position);
    const word = breath ? readData(parts.guide, breath.phase) : '';
    parts.progress.value = position / durationMs;
    parts.time.textContent = [position, durationMs].map((ms) => formatClock(ms / 1000)).join(' / ');
    parts.guide.textContent = word;
    parts.count.textContent = breath ? String(Math.max(1, breath.secondsLeft)) : '';
    const level = breath && !still.matches ? computeLightLevel(breath) : 0;
    parts.hour.style.opacity = isPlayedUnvoiced(player.state())
      ? (position / durationMs).toFixed(3)
      : '0';
    parts.light.style.transform = `translateY(${(-LIGHT_RISE * level).toFixed(1)}%)`;
    if (breath && player.state().playing) say(word);
  };
  const say = (text: string) => {
    if (parts.said.textContent !== text) parts.said.textContent = text;
  };
  const showState = () => {
    const state = player.state();
    const { playing, ended, cue: now, narrationMode, voiceOn } = state;
    const isSilent = isPlayedUnvoiced(state);
    const hasBegun = playing || player.position() > 0;
    for (const element of parts.cues)
      element.dataset['state'] =
        hasBegun && !ended ? getCueState(Number(readData(element, 'cue')), now) : '';
    parts.toggle.toggleAttribute('data-playing', playing);
    setLabel(parts.toggle, playing ? 'pause' : ended ? 'again' : 'play');
    parts.voice.hidden = narrationMode !== 'device';
    parts.voice.setAttribute('aria-pressed', String(voiceOn));
    setLabel(parts.voice, voiceOn ? 'on' : 'off');
    const isUnheard = playing && narrationMode === 'captions' && voiceOn;
    parts.unheard.hidden = !isUnheard || now >= secondSentence;
    parts.readOn.hidden = !(playing && isSilent);
    // Without a voice the clouds drift and it grows lighter from the beginning to the end.
    parts.window.classList.toggle('drifting', playing && isSilent);
    if (playing) letScreenSleep ??= keepScreenOn();
    else sleepAgain();
    parts.end.hidden = !ended;
    if (stage && playing && stage.line.hidden) showStage(stage, true);
    if (stage && ended && !hasEnded) showStage(stage, false);
    if (ended && !hasEnded) root.dispatchEvent(new Event('excerpt-ended'));
    hasEnded = ended;
    const cue = cues[now];
    if (line && hasBegun && cue?.type === 'say') line.textContent = cue.text;
    // A screen reader says the sentence itself, unless the device's voice already does.
    if (ended) say(parts.end.firstElementChild?.textContent ?? '');
    else if (playing && isSilent && cue?.type === 'say') say(cue.text);
  };
  const sleepAgain = () => {
    letScreenSleep?.();
    letScreenSleep = null;
  };
  const draw = () => {
    cancelAnimationFrame(frame);
    showPosition();
    if (player.state().playing) frame = requestAnimationFrame(draw);
  };

  const listening = new AbortController();
  const { signal } = listening;
  const switchVoice = () => {
    player.setMasterVolume(1);
    player.setVoice(!player.state().voiceOn);
  };
  parts.voice.addEventListener('click', switchVoice, { signal });
  // A tap on the words does the same as the button.
  for (const words of [parts.readOn, line])
    words?.addEventListener('click', player.readOn, { signal });
  addEventListener('pagehide', player.pause, { signal });
  player.subscribe(showState);
  player.subscribe(draw);
  const detach = player.attach();
  return {
    toggle: player.toggle,
    dispose: () => {
      listening.abort();
      detach();
      letWordsBe?.();
      cancelAnimationFrame(frame);
      sleepAgain();
    },
  };
}

const getCueState = (cue: number, now: number) => (cue === now ? 'now' : cue < now ? 'past' : '');

const readData = (element: HTMLElement, name: string) => element.dataset[name] ?? '';

/** Writes one of the texts in an element's data attributes into its label. */
function setLabel(element: HTMLElement, name: string): void {
  const label = element.querySelector('[data-label]');
  const text = readData(element, name);
  if (label && label.textContent !== text) label.textContent = text;
}

function findParts(root: HTMLElement) {
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows which element it is
  const find = <E extends Element = HTMLElement>(name: string): E =>
    root.querySelector<E>(`[data-${name}]`)!;
  return {
    cues: [...root.querySelectorAll<HTMLElement>('.cue')],
    toggle: find('toggle'),
    voice: find('voice'),
    readOn: find('read-on'),
    unheard: find('unheard'),
    window: find('window'),
    hour: find('hour'),
    light: find<SVGElement>('light'),
    guide: find('guide'),
    count: find('count'),
    time: find('time'),
    said: find('said'),
    progress: find<HTMLProgressElement>('progress'),
    end: find('end'),
  };
}

/** What a session is shown in while it is played: its element, and the sentence and its room in it. */
interface Stage {
  stage: HTMLElement;
  words: HTMLElement;
  line: HTMLElement;
}

/** Finds the stage in an excerpt's markup; null for an excerpt whose words are read on the page alone. */
function findStage(root: HTMLElement): Stage | null {
  const [stage, words, line] = ['stage', 'words', 'line'].map((name) =>
    root.querySelector<HTMLElement>(`[data-${name}]`),
  );
  return stage && words && line ? { stage, words, line } : null;
}

/** Fills the screen with the light, the words and their controls, or ends that for what follows them. */
function showStage({ stage, words, line }: Stage, isOn: boolean): void {
  stage.classList.toggle('player-stage', isOn);
  stage.firstElementChild!.classList.toggle('player-grid', isOn);
  line.hidden = !isOn;
  if (isOn) fitCurrentSentence(words);
  scrollTo(0, stage.getBoundingClientRect().top + scrollY);
}

/** Keeps each sentence whole in its room, whatever the screen and the size of the text. Returns what ends it. */
function keepWordsWhole({ line, words }: Stage): () => void {
  const fit = () => fitCurrentSentence(words);
  const observers = [new ResizeObserver(fit), new MutationObserver(fit)] as const;
  observers[0].observe(words);
  observers[1].observe(line, { childList: true });
  return () => observers.forEach((observer) => observer.disconnect());
}
