import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { parseScript } from '#shared/rules/script.ts';
import { countWords } from '#shared/rules/spoken-words.ts';
import type { ScriptCategory, ScriptKind } from '#shared/rules/script-timing.ts';
import { createFakePlatform } from '../testing/fake-platform.ts';
import { isHoldCue, type PlayableScript } from '../model.ts';
import type { DeviceVoice } from './device-voice.ts';
import { createVoicePaceTracker, getResumePositionAfterSpeechMs } from './pacing.ts';
import { createScriptPlayer } from './player.ts';

const SESSIONS = new URL('../../../../content/sessions/', import.meta.url);

function readLibrary(): { name: string; script: PlayableScript }[] {
  return readdirSync(SESSIONS).flatMap((slug) => {
    const read = (file: string) => readFileSync(new URL(`${slug}/${file}`, SESSIONS), 'utf8');
    const about = JSON.parse(read('session.json')) as {
      kind: ScriptKind;
      category: ScriptCategory;
    };
    return LANGUAGES.map((language) => {
      const parsed = parseScript(read(`${language}.txt`), { ...about, language });
      if (!parsed.ok) throw new Error(`${slug}/${language}`);
      return { name: `${slug}/${language}`, script: { ...parsed, language, recordingUrl: null } };
    });
  });
}

/** Plays a session to its end by a voice of so many words a minute; notes every silence that no cue asks for. */
function listen(script: PlayableScript, wordsPerMinute: number) {
  const device = createFakePlatform();
  let time = 0;
  let saidAt: number | null = null;
  let cancelEnd = () => {};
  let greatest = 0;
  let words = 0;
  let speaking = 0;
  const voice: DeviceVoice = {
    speak: (text, events, speed = 1) => {
      const tookMs = (countWords(text) / (wordsPerMinute * speed)) * 60_000;
      words += countWords(text);
      speaking += tookMs;
      events.start();
      cancelEnd = device.platform.schedule(tookMs, () => {
        saidAt = device.platform.now();
        events.end();
      });
    },
    cancel: () => cancelEnd(),
  };
  const platform = {
    ...device.platform,
    findDeviceVoice: (_: unknown, found: (one: DeviceVoice) => void) => (found(voice), () => {}),
  };
  const player = createScriptPlayer(script, platform);
  player.attach();
  let shown = player.state().cue;
  let cueSince = device.platform.now();
  const wrongPauses: string[] = [];
  player.subscribe(() => {
    const { cue, ended } = player.state();
    if (cue === shown && !ended) return;
    const now = device.platform.now();
    const left = script.cues[shown];
    if (left?.type === 'pause' && Math.abs(now - cueSince - left.duration) > 50)
      wrongPauses.push(`${shown}: ${now - cueSince} for ${left.duration}`);
    if (left?.type === 'say' && saidAt !== null) greatest = Math.max(greatest, now - saidAt);
    [shown, cueSince, saidAt] = [cue, now, null];
  });
  player.play();
  while (!player.state().ended && time < 4 * script.durationMs) {
    device.pass(1_000);
    time += 1_000;
    if (player.state().held) player.goOn();
  }
  const holds = script.cues.filter(isHoldCue).reduce((sum, { duration }) => sum + duration, 0);
  return {
    ended: player.state().ended,
    greatest,
    wrongPauses,
    share: time / (script.durationMs - holds),
    pace: words / (speaking / 60_000),
  };
}

describe.each([
  ['a slow voice', 105],
  ['an ordinary voice', 150],
  ['a fast voice', 195],
])('%s', (_name, wordsPerMinute) => {
  it('says every session of the library to its end without a hole, and its pauses keep their length', () => {
    const shares: number[] = [];
    for (const { name, script } of readLibrary()) {
      const { ended, greatest, wrongPauses, share } = listen(script, wordsPerMinute);
      expect(ended, name).toBe(true);
      expect(wrongPauses, name).toEqual([]);
      expect(greatest, `longest silence in ${name}`).toBeLessThanOrEqual(1_500);
      shares.push(share);
    }
    // Whatever the voice, a session lasts about as long as it says.
    expect(Math.min(...shares)).toBeGreaterThan(0.75);
    expect(Math.max(...shares)).toBeLessThan(1.25);
  });
});

describe('a voice', () => {
  const sentence = (paragraph: number, at: number) =>
    ({ type: 'say', text: 'One two three four.', paragraph, at, duration: 4_350 }) as const;
  const cues = [sentence(0, 0), sentence(0, 4_350)];

  it('is slowed down or sped up towards the script, step by step and within bounds', () => {
    const fit = createVoicePaceTracker(cues);
    fit.measure(0, 3_600, 1);
    expect(fit.get()).toBeCloseTo(0.95);
    for (let times = 0; times < 20; times++) fit.measure(0, 500, 1);
    expect(fit.get()).toBeCloseTo(0.78);
    for (let times = 0; times < 20; times++) fit.measure(0, 20_000, 1);
    expect(fit.get()).toBeCloseTo(1.2);
    fit.reset();
    fit.measure(0, 4_000 / 1.5, 1.5);
    expect(fit.get()).toBeCloseTo(1);
  });

  it('that is early leaves the silence of the sentence, and never less than half of the time of its words', () => {
    expect(getResumePositionAfterSpeechMs(cues, 0, 3_000)).toBe(4_000);
    expect(getResumePositionAfterSpeechMs(cues, 0, 1_500)).toBe(3_500);
    expect(getResumePositionAfterSpeechMs(cues, 0, 4_200)).toBe(4_200);
  });
});
