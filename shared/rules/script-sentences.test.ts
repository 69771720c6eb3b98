import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ScriptLanguage } from './script-sentences.ts';
import { splitSentences } from './script-sentences.ts';
import { countWords } from './spoken-words.ts';

const NB = '\u00a0';
const NNB = '\u202f';

function expectCuts(language: ScriptLanguage, ...sentences: string[]) {
  expect(splitSentences(sentences.join(' '), language)).toEqual(sentences);
}

const words = (value: string) => value.split(/\s+/u).filter(Boolean);

describe('cutting a paragraph into sentences', () => {
  it('cuts at points, question marks, exclamation marks and ellipses', () => {
    expectCuts('en', 'Sit down.', 'Ready?', 'Good!', 'Wait…', 'Stay...', 'Really?!', 'Yes.');
  });

  it('keeps abbreviations, initials and numbers whole in English', () => {
    expectCuts('en', 'Mr. Smith flies.', 'So does Dr. A. B. Jones.', 'The U.S. Navy too.');
    expectCuts(
      'en',
      'Some noises, e.g. Flaps, are loud.',
      'See no. 5 and p. 12.',
      'It takes 2.5 s.',
    );
    expectCuts('en', 'It lasts approx. 30 seconds.', '3 more follow.');
    expectCuts('en', 'You are afraid, and so am I.', 'Say no.', 'Then stay, etc.', 'Breathe.');
    expectCuts('en', '1. Sit down.', '2. Breathe out.', 'Count to 3.', 'Again.');
  });

  it('keeps abbreviations whole in French, and never takes "vol" or "est" for one', () => {
    expectCuts('fr', 'M. Dupont et Mme. Leroy embarquent.', 'Un bruit, p. ex. Celui des volets.');
    expectCuts(
      'fr',
      'Emportez cela dans le vol.',
      'Il est là où il est.',
      'Un choc sec.',
      'Restez.',
    );
    expectCuts('fr', 'Il dure 2,5 s.', 'Il est 14 h.', 'Le J.A.L. part.');
  });

  it('keeps closing quotation marks with their sentence, French spaces included', () => {
    expectCuts('fr', `«${NB}Ça va${NNB}?${NB}»`, `«${NB}Oui${NNB}!${NB}»`, 'Puis rien.');
    expectCuts('fr', '« Oui ! »', 'Puis rien.');
    expectCuts('en', '“Is it safe?”', '"Yes."', '(It is.)', 'Stay.');
  });

  it('does not cut before a lower-case letter', () => {
    expectCuts('fr', `«${NB}Ça va${NNB}?${NB}» demande-t-il.`, 'Et puis… rien.');
    expectCuts('fr', 'Rien. … et puis si.');
    expectCuts('en', 'Well… yes, it moved.', '“Hello!” said the pilot.');
  });

  it('lets a no-break space hold a sentence together', () => {
    expectCuts('fr', `Vol A.${NB}Boucle.`, 'Puis.');
  });

  it('leaves no piece without a word', () => {
    expectCuts('en', 'Stay. — !');
    expectCuts('en', '... Stay.');
  });

  it('never loses, adds or reorders a word, whatever the text', () => {
    const piece = fc.oneof(
      fc.constantFrom('M.', 'e.g.', 'p. ex.', '2.5', '…', '?', '!', `${NNB}?`, `${NB}»`, '« ', '"'),
      fc.constantFrom(' ', '  ', '\t', '.', '. ', 'Non', 'oui', 'Le vol', '(', ')', '1.', '—'),
      fc.string({ unit: 'grapheme', maxLength: 6 }),
    );
    const paragraph = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));
    fc.assert(
      fc.property(paragraph, fc.constantFrom('en' as const, 'fr' as const), (text, language) => {
        const sentences = splitSentences(text, language);
        expect(words(sentences.join(' '))).toEqual(words(text));
        for (const sentence of sentences) expect(sentence).toBe(sentence.trim());
        if (sentences.length > 1) {
          for (const sentence of sentences) expect(countWords(sentence)).toBeGreaterThan(0);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('comes to an end on hostile text', () => {
    expect(splitSentences('.'.repeat(50_000), 'en')).toHaveLength(1);
    expect(splitSentences('a. '.repeat(5_000), 'en')).not.toEqual([]);
    expect(splitSentences(`a.${' '.repeat(20_000)}b`, 'fr')).not.toEqual([]);
  });
});

describe('counting words', () => {
  it('counts what is spoken, and no lone dash or guillemet', () => {
    expect(countWords(`«${NB}L’avion monte${NB}» — puis 2,5 s${NNB}!`)).toBe(5);
    expect(countWords(' … ')).toBe(0);
  });
});
