import { assert, integer, property } from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  arePronunciationsValid,
  findListeningAction,
  findNextPlaybackMoment,
  parseCeiling,
  toStoredStyles,
  toStoredPronunciations,
  toTypedStyles,
} from './model.ts';

describe('a ceiling', () => {
  it('is money at the price of a million characters, and never more than was typed', () => {
    assert(
      property(integer({ min: 0, max: 90_000 }), integer({ min: 1, max: 500 }), (cents, price) => {
        const characters = parseCeiling((cents / 100).toFixed(2), price) ?? 0;
        expect((characters * price) / 1e6).toBeLessThanOrEqual(cents / 100 + 1e-9);
      }),
    );
  });

  it.each([
    ['6,04', 15, 402_666],
    ['1 000', null, 1000],
    ['', 15, null],
    ['  ', null, null],
    ['0', 15, 0],
    ['-1', 15, undefined],
    ['much', 15, undefined],
    ['1e99', null, undefined],
  ])('typed as "%s" at a price of %s is %s', (typed, price, characters) =>
    expect(parseCeiling(typed, price)).toBe(characters),
  );
});

describe('a key', () => {
  const press = { ctrlKey: false, metaKey: false, altKey: false };

  it('does the same in capitals, and nothing with a modifier', () => {
    expect(findListeningAction({ ...press, key: 'R' })).toBe('again');
    expect(findListeningAction({ ...press, key: ' ' })).toBe('play');
    expect(findListeningAction({ ...press, key: 'ArrowDown' })).toBe('next');
    expect(findListeningAction({ ...press, key: 'r', ctrlKey: true })).toBeNull();
    expect(findListeningAction({ ...press, key: 'x' })).toBeNull();
  });
});

describe('what is heard next', () => {
  const sentences = [
    { from: 0, to: 1000 },
    { from: 1200, to: 2000 },
    { from: 9000, to: 9500 },
  ];
  it.each([
    [0, 500, null],
    [0, 1100, null],
    [0, 1250, { index: 1, atMs: 1250 }],
    [1, 2100, null],
    [1, 2300, { index: 2, atMs: 9000 }],
    [2, 9600, null],
    [2, 9800, 'end'],
  ])('in sentence %s at %s ms is %o', (current, atMs, next) =>
    expect(findNextPlaybackMoment(sentences, current, atMs)).toEqual(next),
  );
});

describe('what is typed of voices', () => {
  it('is stored without what says nothing, and comes back with every target', () => {
    const styles = [{ target: 'author:jo' as const, voice: 'jo', speed: null, style: null }];
    const typed = toTypedStyles(styles, ['flow', 'author:jo']);
    expect(typed.map(({ target }) => target)).toEqual(['flow', 'author:jo']);
    expect(toStoredStyles(typed)).toEqual(styles);
    expect(
      toStoredStyles([{ target: 'flow', voice: ' ', speed: '0.9', style: ' Slowly ' }]),
    ).toEqual([{ target: 'flow', voice: null, speed: 0.9, style: 'Slowly' }]);
  });

  it('keeps those who are authors no more', () => {
    const styles = [{ target: 'author:gone' as const, voice: 'x', speed: null, style: null }];
    expect(toStoredStyles(toTypedStyles(styles, ['flow']))).toEqual(styles);
  });

  it('is no pronunciation by halves, nor the same one twice', () => {
    const cat = { written: ' CAT ', spoken: 'clear air turbulence' };
    expect(
      arePronunciationsValid(toStoredPronunciations([cat, { written: '', spoken: ' ' }])),
    ).toBe(true);
    expect(
      arePronunciationsValid(toStoredPronunciations([cat, { written: 'CAT', spoken: 'cat' }])),
    ).toBe(false);
    expect(arePronunciationsValid(toStoredPronunciations([{ written: 'CAT', spoken: '' }]))).toBe(
      false,
    );
  });
});
