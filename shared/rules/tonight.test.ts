/// <reference types="node" />
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LANGUAGES } from './languages.ts';
import { parseScript } from './script.ts';
import { TONIGHT_FEARS } from './tonight.ts';

const SESSIONS = new URL('../../content/sessions/', import.meta.url);

describe.each(LANGUAGES)('the sessions for the hours before a flight (%s)', (language) => {
  it.each(TONIGHT_FEARS)(
    '%s has helped within 90 seconds: something to do at once, then slow breaths',
    (fear) => {
      const text = readFileSync(new URL(`tonight-${fear}/${language}.txt`, SESSIONS), 'utf8');
      const script = parseScript(text, { kind: 'flow', category: 'meditation', language });
      if (!script.ok) throw new Error('a script with errors');
      const { cues } = script;
      const first = cues.find(({ type }) => type === 'say')!;
      expect(first.at).toBe(0);
      const breathe = cues.find(({ type }) => type === 'breathe')!;
      expect(breathe.at).toBeLessThan(60_000);
      expect(breathe.at + breathe.duration).toBeLessThanOrEqual(90_000);
    },
  );
});
