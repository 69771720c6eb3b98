import { assert, object, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CARD_LANGUAGES, CARD_SENTENCES, CARD_TEXTS, parseCrewCard } from './card-texts.ts';

describe('the card', () => {
  it('says each sentence in eight languages, one of them from right to left', () => {
    expect(CARD_LANGUAGES).toHaveLength(8);
    expect(CARD_LANGUAGES.filter((name) => CARD_TEXTS[name].isRightToLeft)).toEqual(['ar']);
    for (const language of CARD_LANGUAGES)
      for (const sentence of CARD_SENTENCES)
        expect(CARD_TEXTS[language][sentence]).toMatch(/^.{15,80}[.?؟]$/u);
  });

  it('writes Arabic in Arabic letters alone, and no other language with them', () => {
    for (const language of CARD_LANGUAGES) {
      const said = CARD_SENTENCES.map((name) => CARD_TEXTS[language][name]).join(' ');
      expect(/\p{Script=Arabic}/u.test(said)).toBe(language === 'ar');
      expect(/\p{Script=Latin}/u.test(said)).toBe(language !== 'ar');
    }
  });

  it('always has something to show, whatever a device kept', () => {
    assert(
      property(object(), (kept) => {
        const { language, sentences } = parseCrewCard(kept, 'fr');
        expect(CARD_LANGUAGES).toContain(language);
        expect(sentences.length).toBeGreaterThan(0);
      }),
    );
    const chosen = { language: 'nl', sentences: ['crew', 'afraid', 'gone'] };
    expect(parseCrewCard(chosen)).toEqual({ language: 'nl', sentences: ['afraid', 'crew'] });
  });
});
