import { playChime, findLocalVoice, speak } from './excerpt-sound.ts';

// oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows which element it is
const findPart = <E extends HTMLElement>(root: Element, name: string): E =>
  root.querySelector<E>(`[data-${name}]`)!;
const formatClock = (ms: number) =>
  `${Math.floor(ms / 60_000)}:${String(Math.floor(ms / 1000) % 60).padStart(2, '0')}`;

/**
 * Wires the landing page's excerpt: paces the sentences, moves the light and speaks if the device can. Returns a
 * cleanup function.
 */
export function wireExcerpt(root: HTMLElement): () => void {
  const cues = [...root.querySelectorAll<HTMLElement>('[data-cue]')];
  const lengths = cues.map((cue) => Number(cue.dataset['cue']));
  const total = lengths.reduce((sum, ms) => sum + ms, 0);
  const [toggle, voiceButton, light] = [
    findPart(root, 'toggle'),
    findPart(root, 'voice'),
    root.querySelector<SVGElement>('[data-light]')!,
  ];
  const [guide, count, time, said] = [
    findPart(root, 'guide'),
    findPart(root, 'count'),
    findPart(root, 'time'),
    findPart(root, 'said'),
  ];
  const progress = findPart<HTMLProgressElement>(root, 'progress');
  const still = matchMedia('(prefers-reduced-motion: reduce)');
  const wiring = new AbortController();
  const { signal } = wiring;
  let at = 0;
  let since = 0;
  let timer = 0;
  let playing = false;
  let withVoice = true;
  let speaking = false;

  const label = (of: HTMLElement, text: string) => (findPart(of, 'label').textContent = text);
  const rest = () => {
    light.classList.remove('risen');
    guide.textContent = count.textContent = '';
  };
  const show = (elapsed: number) => {
    const done = Math.min(total, lengths.slice(0, at).reduce((sum, ms) => sum + ms, 0) + elapsed);
    progress.value = done / total;
    time.textContent = `${formatClock(done)} / ${formatClock(total)}`;
  };
  const breathe = (cue: HTMLElement, elapsed: number) => {
    const inCycle = (elapsed / 1000) % 10;
    const rising = inCycle < 4;
    const word = cue.dataset[rising ? 'in' : 'out']!;
    if (guide.textContent !== word) guide.textContent = said.textContent = word;
    count.textContent = String(Math.ceil((rising ? 4 : 10) - inCycle));
    light.classList.toggle('risen', rising && !still.matches);
  };
  const begin = () => {
    since = performance.now();
    rest();
    for (const [i, cue] of cues.entries())
      cue.dataset['state'] = i < at ? 'done' : i === at ? 'now' : '';
    const cue = cues[at];
    if (!cue || cue.dataset['breaths']) return;
    const voice = withVoice ? findLocalVoice(root.dataset['excerpt']!) : undefined;
    speaking = Boolean(voice);
    // A screen reader says the line itself, unless the device's voice already does.
    if (voice) speak(cue.textContent, voice, () => (speaking = false));
    else said.textContent = cue.textContent;
  };
  const tick = () => {
    const elapsed = performance.now() - since;
    const length = lengths[at]!;
    show(Math.min(elapsed, length));
    if (cues[at]!.dataset['breaths'] && elapsed < length) breathe(cues[at]!, elapsed);
    // Waits for a slow voice, but one that never reports its end does not stop the session.
    if (elapsed < length || (speaking && elapsed < length * 2.5)) return;
    at += 1;
    if (at < cues.length) begin();
    else finish();
  };
  const halt = () => {
    playing = false;
    clearInterval(timer);
    globalThis.speechSynthesis?.cancel();
    delete toggle.dataset['playing'];
    rest();
  };
  const finish = () => {
    halt();
    at = 0;
    for (const cue of cues) cue.dataset['state'] = '';
    playChime();
    label(toggle, toggle.dataset['again']!);
    said.textContent = findPart(root, 'end').dataset['end']!;
  };
  const pause = () => {
    halt();
    label(toggle, toggle.dataset['play']!);
  };
  const play = () => {
    if (at === 0) playChime();
    playing = true;
    toggle.dataset['playing'] = '';
    label(toggle, toggle.dataset['pause']!);
    begin();
    timer = window.setInterval(tick, 100);
  };
  toggle.addEventListener('click', () => (playing ? pause() : play()), { signal });
  const switchVoice = () => {
    withVoice = !withVoice;
    voiceButton.setAttribute('aria-pressed', String(withVoice));
    label(voiceButton, voiceButton.dataset[withVoice ? 'on' : 'off']!);
    if (!withVoice) globalThis.speechSynthesis?.cancel();
    speaking &&= withVoice;
  };
  voiceButton.addEventListener('click', switchVoice, { signal });
  const offerVoice = () => (voiceButton.hidden = !findLocalVoice(root.dataset['excerpt']!));
  offerVoice();
  globalThis.speechSynthesis?.addEventListener?.('voiceschanged', offerVoice, { signal });
  addEventListener('pagehide', halt, { signal });
  show(0);
  findPart(root, 'controls').classList.remove('invisible');
  return () => {
    halt();
    wiring.abort();
  };
}
