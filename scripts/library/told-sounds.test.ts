import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import type { ScriptCategory, ScriptKind, ScriptSound } from '#shared/rules/script-timing.ts';
import { LANGUAGES, type Language } from '#shared/rules/languages.ts';
import { parseScript } from '#shared/rules/script.ts';
import { GEAR_SECONDS } from '#web/features/soundscape/engine/flight-sound-parts.ts';
import { listSessionFolders } from './read.ts';

// What the sounds themselves do, second by second, is rendered and measured in e2e/sounds-as-told.e2e.ts.

/** Hears a script: each sound with the one right before it, and what plays under each sentence. */
function hearScript(folder: string, language: Language) {
  const about = JSON.parse(readFileSync(path.join(folder, 'session.json'), 'utf8')) as {
    kind: ScriptKind;
    category: ScriptCategory;
  };
  const raw = readFileSync(path.join(folder, `${language}.txt`), 'utf8');
  const parsed = parseScript(raw, { ...about, language });
  const cues = parsed.ok ? parsed.cues : [];
  const sounds: { name: ScriptSound; before: ScriptSound | null; seconds: number }[] = [];
  const sentences: { text: string; under: string }[] = [];
  let under = 'none';
  for (const [index, cue] of cues.entries()) {
    if (cue.type === 'ambience') under = cue.name;
    if (cue.type === 'say') sentences.push({ text: cue.text, under });
    if (cue.type !== 'sound') continue;
    const before = cues[index - 1];
    sounds.push({
      name: cue.name,
      before: before?.type === 'sound' ? before.name : null,
      seconds: cue.duration / 1000,
    });
  }
  const hasCabin = cues.some((cue) => cue.type === 'ambience' && cue.name === 'cabin');
  return { sounds, sentences, hasCabin };
}

const FULL_THRUST: readonly (ScriptSound | null)[] = ['takeoff', 'climb', 'gear-up'];
const STEADY: readonly (ScriptSound | null)[] = ['hum', 'spool-up'];
const SCRIPTS = listSessionFolders(
  path.join(import.meta.dirname, '../../content/sessions'),
).flatMap((folder) =>
  LANGUAGES.map((language) => ({
    name: `${path.basename(folder)}/${language}`,
    ...hearScript(folder, language),
  })),
);
const findWrong = (isWrong: (heard: (typeof SCRIPTS)[number]) => boolean) =>
  SCRIPTS.filter(isWrong).map(({ name }) => name);

describe('what is heard agrees with what is said', () => {
  it('engines fall in a scene only from what was heard right before', () => {
    const wrong = findWrong(
      ({ sounds, hasCabin }) =>
        hasCabin &&
        sounds.some(
          ({ name, before }) =>
            (name === 'thrust-reduction' && !FULL_THRUST.includes(before)) ||
            (name === 'throttle-back' && !STEADY.includes(before)),
        ),
    );
    expect(wrong).toEqual([]);
  });

  it('a plane touches down once', () => {
    const wrong = findWrong(({ sounds }) =>
      sounds.some(
        ({ name, before }) =>
          ['landing', 'touch-down'].includes(name) &&
          ['landing', 'touch-down'].includes(before ?? ''),
      ),
    );
    expect(wrong).toEqual([]);
  });

  it('a gear that comes down is heard until it has locked', () => {
    // It moves after a second, and its last knock rings for another one.
    const whole = GEAR_SECONDS.down + 2;
    const wrong = findWrong(({ sounds }) =>
      sounds.some(({ name, seconds }) => name === 'gear' && seconds < whole),
    );
    expect(wrong).toEqual([]);
  });

  it('no hum goes on under engines that are off', () => {
    const wrong = findWrong(({ sentences }) =>
      sentences.some(
        ({ text, under }) =>
          under === 'cabin' &&
          /engines are off|engines have stopped|moteurs sont (?:coupés|arrêtés|éteints)/iu.test(
            text,
          ),
      ),
    );
    expect(wrong).toEqual([]);
  });
});
