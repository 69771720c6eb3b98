import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseSessionListSort, parseSearchTerms } from './search-terms.ts';

describe('the words of a search', () => {
  it.each([
    ['Turbulences à l’atterrissage', ['turbulences', 'a', 'l', 'atterrissage']],
    ['  Cœur   battant! ', ['coeur', 'battant']],
    ['4-7-8', ['4', '7', '8']],
    ['takeoff', ['takeoff']],
    ['Take-off', ['takeoff']],
    ['taking off', ['takeoff']],
    ['three take offs', ['three', 'takeoffs']],
    ['staking office', ['staking', 'office']],
    ['a go-around', ['a', 'goaround']],
    ['', []],
    ['?!…', []],
  ])('of %j are %j', (typed, words) => expect(parseSearchTerms(typed)).toEqual(words));

  it('hold nothing but letters and digits, and never many', () =>
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 400 }), (typed) => {
        const words = parseSearchTerms(typed);
        expect(words.length).toBeLessThanOrEqual(8);
        for (const word of words) expect(word).toMatch(/^[\p{L}\p{N}]{1,40}$/u);
      }),
    ));

  it('are never cut within a letter', () => {
    const typed = `${'a'.repeat(39)}𐒰𐒰`;
    expect(parseSearchTerms(typed)).toEqual([`${'a'.repeat(39)}${'𐒰'.toLowerCase()}`]);
  });

  it('are the same typed with accents apart or in one', () =>
    expect(parseSearchTerms('détente'.normalize('NFD'))).toEqual(parseSearchTerms('détente')));
});

describe('the order of a list', () => {
  it.each([
    [undefined, false, 'newest'],
    [undefined, true, 'relevance'],
    ['relevance', false, 'newest'],
    ['shortest', false, 'shortest'],
    ['shortest', true, 'shortest'],
    ['newest', true, 'newest'],
  ] as const)('chosen %s, searching %s, is %s', (chosen, searching, sort) =>
    expect(chooseSessionListSort(chosen, searching)).toBe(sort),
  );
});
