import { describe, expect, it } from 'vitest';
import { CAUTION_NAMES, CAUTIONS } from './cautions.ts';
import { LANGUAGES } from './languages.ts';
import { parseScript } from './script.ts';
import {
  type SessionWithActs,
  findCautionAndUndeclaredActFaults,
  listRequiredCautions,
  SESSION_ACTS,
} from './session-acts.ts';

const LOAD: SessionWithActs = {
  kind: 'load',
  category: 'technical',
  form: 'full',
  does: ['scene'],
};
const TALK: SessionWithActs = { ...LOAD, kind: 'flow', does: [] };
const write = (...lines: string[]) =>
  ['title: A', 'summary: B', 'source: C', '---', ...lines].join('\n');

describe('a caution', () => {
  it.each(CAUTION_NAMES)('is said in the one wording of each language: %s', (name) => {
    for (const language of LANGUAGES) {
      const parsed = parseScript(write(`[caution ${name}]`), {
        language,
        kind: 'load',
        category: 'technical',
      });
      const said = parsed.ok ? parsed.cues.map((cue) => (cue.type === 'say' ? cue.text : '')) : [];
      expect(said.join(' ')).toBe(CAUTIONS[name][language]);
    }
  });

  it('that has no wording is refused at its line', () => {
    const parsed = parseScript(write('[caution heights]'), {
      language: 'en',
      kind: 'load',
      category: 'technical',
    });
    expect(parsed).toMatchObject({ ok: false, errors: [{ line: 5, code: 'caution_name' }] });
  });
});

describe('what a session does', () => {
  it.each(SESSION_ACTS)('asks for its cautions in both languages: %s', (act) => {
    const session = { ...LOAD, does: [act] };
    const asked = listRequiredCautions(session);
    expect(asked).not.toEqual([]);
    for (const language of LANGUAGES) {
      expect(findCautionAndUndeclaredActFaults(write('A word.'), language, session)).toEqual(
        asked.map((caution) => ({ code: 'missing_caution', caution })),
      );
      const cautious = write(...asked.map((name) => `[caution ${name}]`), 'A word.', '[pause 30]');
      expect(findCautionAndUndeclaredActFaults(cautious, language, session)).toEqual([]);
    }
  });

  it.each(['[sound gear 30]', '[breathe in 1 out 1 x20]', '[pause 30]'])(
    'is cautioned against before %s',
    (demand) => {
      const session: SessionWithActs = { ...LOAD, does: ['scene'] };
      expect(
        findCautionAndUndeclaredActFaults(
          write('A word.', demand, '[caution scene]'),
          'en',
          session,
        ),
      ).toMatchObject([{ code: 'late_caution', caution: 'scene' }]);
    },
  );

  it('is cautioned against within forty seconds of an SOS piece, in few words', () => {
    const session: SessionWithActs = {
      kind: 'flow',
      category: 'meditation',
      form: 'sos',
      does: ['fast_heart'],
    };
    const late = write('A word.', '[pause 41]', '[caution red-flags-short]');
    expect(findCautionAndUndeclaredActFaults(late, 'fr', session)).toMatchObject([
      { code: 'late_caution' },
    ]);
    expect(
      findCautionAndUndeclaredActFaults(
        write('A word.', '[caution red-flags-short]'),
        'fr',
        session,
      ),
    ).toEqual([]);
  });

  it('may say fewer words yet in an SOS piece, and there alone', () => {
    const few = write('A word.', '[caution red-flags-sos]');
    const session: SessionWithActs = { ...LOAD, kind: 'flow', form: 'sos', does: ['fast_heart'] };
    expect(findCautionAndUndeclaredActFaults(few, 'en', session)).toEqual([]);
    expect(findCautionAndUndeclaredActFaults(few, 'en', { ...session, form: 'full' })).toEqual([
      { code: 'missing_caution', caution: 'red-flags' },
    ]);
  });

  it('helps who is frightened at home first, and says the red flags soon after', () => {
    const session: SessionWithActs = { ...TALK, does: ['frightened', 'breath'] };
    const breathe = ['[caution breath]', '[breathe in 4 out 6 x3]'];
    const after = write('A word.', ...breathe, '[caution red-flags-at-home]');
    expect(findCautionAndUndeclaredActFaults(after, 'en', session)).toEqual([]);
    const late = write(...breathe, '[pause 50]', '[pause 50]', '[caution red-flags-at-home]');
    expect(findCautionAndUndeclaredActFaults(late, 'en', session)).toMatchObject([
      { code: 'late_caution', caution: 'red-flags-at-home' },
    ]);
    // Words that name a fast heart ask for the red flags before them, here too.
    const named = write('Your heart is pounding.', ...breathe, '[caution red-flags-at-home]');
    expect(findCautionAndUndeclaredActFaults(named, 'en', session)).toEqual([
      { code: 'undeclared_act', act: 'fast_heart' },
    ]);
  });

  it.each([
    ['[breathe in 4 hold 4 out 4 hold 4 x1]', 'breath'],
    ['[breathe in 4 out 6 x1]', 'breath'],
    ['[breathe in 3 out 5 x2]', 'breath'],
    ['[sound takeoff 30]', 'scene'],
  ])('is declared where its cues show it: %s', (cue, act) => {
    expect(
      findCautionAndUndeclaredActFaults(write('A word.', cue), 'en', { ...LOAD, does: [] }),
    ).toEqual([{ code: 'undeclared_act', act }]);
  });

  it.each([
    ['en', 'Your heart’s pounding, and your hands are cold.'],
    ['en', 'A quick heart, wet hands.'],
    ['en', 'It feels like too little air.'],
    ['fr', 'Votre cœur cogne, et vos mains sont froides.'],
    ['fr', 'Le cœur un peu vite, les mains moites.'],
    ['fr', 'On croit manquer d’air.'],
  ] as const)('is declared where its words name it (%s): %s', (language, sentence) => {
    expect(findCautionAndUndeclaredActFaults(write(sentence), language, TALK)).toEqual([
      { code: 'undeclared_act', act: 'fast_heart' },
    ]);
  });

  it.each([
    ['en', 'Tell a doctor or a helpline today.'],
    ['fr', 'Parlez-en à un médecin ou à une ligne d’écoute.'],
  ] as const)('says the numbers of a helpline that it names (%s)', (language, sentence) => {
    expect(findCautionAndUndeclaredActFaults(write(sentence), language, TALK)).toEqual([
      { code: 'undeclared_act', act: 'self_harm' },
    ]);
    const session: SessionWithActs = { ...TALK, does: ['self_harm'] };
    expect(findCautionAndUndeclaredActFaults(write(sentence), language, session)).toEqual([
      { code: 'missing_caution', caution: 'helpline' },
    ]);
    const after = write('[pause 30]', sentence, '[caution helpline]');
    expect(findCautionAndUndeclaredActFaults(after, language, session)).toEqual([]);
  });

  it.each(LANGUAGES)('is not seen in other words about a heart or a breath (%s)', (language) => {
    const plain = {
      en: ['You know it by heart.', 'The heart needs fuel.', 'Breathe out.', 'A fast descent.'],
      fr: [
        'Vous le savez par cœur.',
        'On a mal au cœur.',
        'Soufflez.',
        'Plus vite, à la descente.',
      ],
    };
    expect(findCautionAndUndeclaredActFaults(write(...plain[language]), language, TALK)).toEqual(
      [],
    );
  });

  it('is cautioned against no later than a few seconds after its words name it', () => {
    const session: SessionWithActs = { ...TALK, does: ['fast_heart'] };
    const name = 'A fast heart is part of this.';
    const soon = write('A word.', name, '[caution red-flags]');
    expect(findCautionAndUndeclaredActFaults(soon, 'en', session)).toEqual([]);
    const late = write('A word.', name, '[pause 19]', '[pause 19]', '[caution red-flags]');
    expect(findCautionAndUndeclaredActFaults(late, 'en', session)).toMatchObject([
      { code: 'late_caution', caution: 'red-flags' },
    ]);
  });

  it('may say the red flags in few words where nothing is brought on', () => {
    const short = write('[caution red-flags-short]', 'A word.');
    expect(
      findCautionAndUndeclaredActFaults(short, 'en', { ...TALK, does: ['fast_heart'] }),
    ).toEqual([]);
    const both = write('[caution red-flags-short]', '[caution health]', 'A word.');
    expect(
      findCautionAndUndeclaredActFaults(both, 'en', { ...LOAD, does: ['sensations'] }),
    ).toEqual([{ code: 'missing_caution', caution: 'red-flags' }]);
  });

  it('is declared where a script says a caution that nothing declared asks for', () => {
    const said = write('[caution red-flags-short]', '[caution recall]', 'A word.');
    expect(findCautionAndUndeclaredActFaults(said, 'en', TALK)).toEqual([
      { code: 'undeclared_caution', caution: 'red-flags-short' },
      { code: 'undeclared_caution', caution: 'recall' },
    ]);
  });

  it('slows no breath that is as quick as anybody’s', () => {
    const quick = write('[breathe in 1 out 1 x60]', '[breathe in 2 out 3 x20]');
    expect(findCautionAndUndeclaredActFaults(quick, 'en', { ...LOAD, does: [] })).toEqual([]);
  });
});
