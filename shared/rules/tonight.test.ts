/// <reference types="node" />
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CAUTIONS } from './cautions.ts';
import type { FearArea } from './fear-areas.ts';
import { LANGUAGES } from './languages.ts';
import { parseScript } from './script.ts';
import { isMainlyAboutFear, toFlightNearness, TONIGHT_FEARS, type TonightFear } from './tonight.ts';

const SESSIONS = new URL('../../content/sessions/', import.meta.url);

describe('how near a flight is', () => {
  it.each([
    [{ state: 'today' }, 'tonight'],
    [{ state: 'days_until', days: 1 }, 'tomorrow'],
    [{ state: 'days_until', days: 2 }, 'days'],
    [{ state: 'passed', days: 1 }, null],
    [{ state: 'none' }, null],
  ] as const)('%o is chosen as %s', (countdown, near) => {
    expect(toFlightNearness(countdown)).toBe(near);
  });
});

/** What each language says of a thought of harming oneself. */
const SELF_HARM = { en: /hurting yourself/u, fr: /vous faire du mal/u };

describe.each(LANGUAGES)('the sessions for the hours before a flight (%s)', (language) => {
  const read = (fear: TonightFear) => {
    const text = readFileSync(new URL(`tonight-${fear}/${language}.txt`, SESSIONS), 'utf8');
    const script = parseScript(text, { kind: 'flow', category: 'meditation', language });
    if (!script.ok) throw new Error('a script with errors');
    return script.cues;
  };
  const findSaid = (fear: TonightFear, pattern: RegExp) =>
    read(fear).find((cue) => cue.type === 'say' && pattern.test(cue.text))?.at;

  it.each(TONIGHT_FEARS)(
    '%s has helped within 90 seconds: something to do at once, then slow breaths',
    (fear) => {
      const cues = read(fear);
      const first = cues.find(({ type }) => type === 'say')!;
      expect(first.at).toBe(0);
      const breathe = cues.find(({ type }) => type === 'breathe')!;
      expect(breathe.at).toBeLessThan(60_000);
      expect(breathe.at + breathe.duration).toBeLessThanOrEqual(90_000);
      // How long it takes is said before it is needed.
      expect(findSaid(fear, /\bminutes\b/u)).toBeLessThan(breathe.at);
    },
  );

  it.each(TONIGHT_FEARS)(
    '%s helps for most of a minute before it names a sign of illness',
    (fear) => {
      const breathe = read(fear).find(({ type }) => type === 'breathe')!;
      const at = read(fear).find(
        (cue) => cue.type === 'say' && CAUTIONS['red-flags-at-home'][language].startsWith(cue.text),
      )!.at;
      expect(at).toBeGreaterThan(breathe.at + breathe.duration);
      expect(at).toBeGreaterThan(50_000);
      expect(at).toBeLessThanOrEqual(90_000);
    },
  );

  it('a thought of harming oneself is no picture to leave alone, and has its word after the first help', () => {
    const at = findSaid('crashing', SELF_HARM[language])!;
    expect(at).toBeGreaterThan(120_000);
  });
});

it.each(TONIGHT_FEARS)(
  'the session for %s is mainly about it, as are twenty more at least',
  (fear) => {
    const readAreas = (slug: string) =>
      (
        JSON.parse(readFileSync(new URL(`${slug}/session.json`, SESSIONS), 'utf8')) as {
          areas: FearArea[];
        }
      ).areas;
    expect(isMainlyAboutFear(readAreas(`tonight-${fear}`), fear)).toBe(true);
    const about = readdirSync(SESSIONS).filter((slug) => isMainlyAboutFear(readAreas(slug), fear));
    expect(about.length).toBeGreaterThan(20);
  },
);
