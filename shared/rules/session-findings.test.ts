import { describe, expect, it } from 'vitest';
import {
  findScriptFindings,
  findSessionFindings,
  type SessionFactsForChecks,
} from './session-findings.ts';

const RULES: SessionFactsForChecks = {
  kind: 'flow',
  category: 'meditation',
  form: 'full',
  access: 'pass',
};
const SENTENCE = 'Breathe in slowly, and let the air leave by itself.';
const createScript = (...extra: string[]) =>
  [
    'title: One',
    'summary: Two.',
    '---',
    ...extra,
    ...Array.from({ length: 24 }, () => `${SENTENCE}\n[pause 5]`),
  ].join('\n');
const find = (script: string, rules: Partial<SessionFactsForChecks> = {}) =>
  findScriptFindings(script, 'en', { ...RULES, ...rules }).map(({ code, line }) => [code, line]);

describe('the findings in a script', () => {
  it('are none where every rule is kept', () => expect(find(createScript())).toEqual([]));

  it.each([
    ['a pause that is no number', '[pause five]', 'script_pause_seconds'],
    ['a word that is not ours to say', 'This will cure you of it for good.', 'forbidden'],
    ['a sentence that nobody can hear at once', `${'word '.repeat(30)}end.`, 'longest_sentence'],
  ])('name the line of %s', (_what, line, code) =>
    expect(find(createScript(line))).toEqual([[code, 4]]),
  );

  it('advise against a sentence over 18 words, and keep nobody from publishing for it', () => {
    const [finding] = findScriptFindings(createScript(`${'word '.repeat(20)}end.`), 'en', RULES);
    expect(finding).toMatchObject({ code: 'longest_sentence', line: 4, isAdvice: true });
  });

  it('name the source in which nobody finds the fact', () => {
    const script = createScript().replace('---', 'source: FAA-H-8083-25C, 2023\n---');
    expect(find(script)).toEqual([['inexact_source', 3]]);
  });

  it('are about the whole where it is too short, or an exposure that asks nothing', () => {
    expect(find(`title: One\nsummary: Two.\n---\n${SENTENCE}`)).toEqual([['length', null]]);
    expect(find(createScript(), { kind: 'load' }).map(([code]) => code)).toContain('never_asked');
    expect(find(createScript('[wait]'), { access: 'free' })).toEqual([['free_waits', null]]);
  });

  it('compare how often both languages ask', () => {
    const asking = createScript('[rate fear]', SENTENCE, '[rate fear]');
    const { en, fr } = findSessionFindings({ en: asking, fr: createScript() }, RULES);
    for (const found of [en, fr])
      expect(found.map(({ code }) => code)).toContain('asked_differently');
  });
});
