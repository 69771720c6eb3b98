import { expect, it } from 'vitest';
import { CAUTIONS } from '#shared/rules/cautions.ts';
import en from '#web/locales/en/tonight.json' with { type: 'json' };
import fr from '#web/locales/fr/tonight.json' with { type: 'json' };

// What the sessions of the night say only after their first help stands here, before them.
it.each([
  ['en', en, 'the crew, or ', /hurting yourself/u],
  ['fr', fr, 'l’équipage, ou ', /vous faire du mal/u],
] as const)(
  'the page before a session of the night shows every sign that the short wording has (%s)',
  (language, { signs }, crew, selfHarm) => {
    const shown = signs.text.replaceAll(/[\u00A0\u202F]/gu, ' ');
    expect(shown).toContain(CAUTIONS['red-flags-short'][language].replace(crew, ''));
    expect(shown).toMatch(selfHarm);
  },
);
