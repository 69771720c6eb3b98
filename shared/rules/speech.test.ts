import { assert, constantFrom, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { applyPronunciations, buildSpeechRequest } from './speech.ts';

const WORDS = [
  { written: 'CAT', spoken: 'clear air turbulence' },
  { written: 'A320', spoken: 'A three twenty' },
  { written: 'A320neo', spoken: 'A three twenty neo' },
  { written: 'C++ (x)', spoken: 'see' },
];

describe('a pronunciation', () => {
  it.each([
    ['CAT is felt in an A320.', 'clear air turbulence is felt in an A three twenty.'],
    ['CATS, cat, scat and XA320 stay.', 'CATS, cat, scat and XA320 stay.'],
    ['An A320neo, not an A320', 'An A three twenty neo, not an A three twenty'],
    ['(CAT)', '(clear air turbulence)'],
    ['éCAT and CATé', 'éCAT and CATé'],
    ['C++ (x)!', 'see!'],
  ])('makes of "%s" "%s"', (written, spoken) =>
    expect(applyPronunciations(written, WORDS)).toBe(spoken),
  );

  it('is not applied to what another one has put in', () => {
    const words = [
      { written: 'CAT', spoken: 'A320' },
      { written: 'A320', spoken: 'CAT' },
    ];
    expect(applyPronunciations('CAT A320', words)).toBe('A320 CAT');
  });

  it('whatever it is written with, replaces exactly that', () => {
    assert(
      property(string({ minLength: 1 }), constantFrom('$&', 'x', '$1'), (written, spoken) => {
        expect(applyPronunciations(`— ${written} —`, [{ written, spoken }])).toContain(spoken);
      }),
    );
  });
});

describe('who speaks a sentence', () => {
  const none = { voice: null, speed: null, style: null };
  const voices = {
    words: WORDS,
    styles: [
      { ...none, target: 'flow' as const, voice: 'ann', speed: 0.9, style: 'slowly' },
      { ...none, target: 'sos' as const, speed: 1.1 },
      { ...none, target: 'author:jo' as const, voice: 'jo' },
    ],
  };
  const say = (kind: 'flow' | 'load', form: string, author = 'team') =>
    buildSpeechRequest(voices, { kind, form, author }, 'en', 'Look at the A320.');

  it('is decided by the kind of the session, then by short help, then by its author', () => {
    const text = 'Look at the A three twenty.';
    const rest = { text, language: 'en', take: 0 };
    expect(say('load', 'full')).toEqual({ ...rest, ...none });
    expect(say('flow', 'full')).toEqual({ ...rest, voice: 'ann', speed: 0.9, style: 'slowly' });
    expect(say('flow', 'sos')).toMatchObject({ voice: 'ann', speed: 1.1, style: 'slowly' });
    expect(say('flow', 'sos', 'jo')).toMatchObject({ voice: 'jo', speed: 1.1, style: 'slowly' });
  });

  it('is decided before all by what is set for the sentence', () => {
    const session = { kind: 'flow' as const, form: 'full', author: 'team' };
    const own = { take: 2, speed: 0.8, spoken: 'Look, the CAT.' };
    expect(buildSpeechRequest(voices, session, 'en', 'Look at the A320.', own)).toEqual({
      text: 'Look, the CAT.',
      language: 'en',
      voice: 'ann',
      speed: 0.8,
      style: 'slowly',
      take: 2,
    });
  });
});
