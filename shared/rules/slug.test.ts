import { assert, property, string } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildSlug } from './slug.ts';

describe('the slug of a title', () => {
  it.each([
    ['When the engines go quiet', 'when-the-engines-go-quiet'],
    ['Œil de bœuf : l’été', 'oeil-de-boeuf-l-ete'],
    ['—', ''],
  ])('of %s is %s', (title, slug) => expect(buildSlug(title)).toBe(slug));

  it('holds letters, digits and hyphens between them only', () =>
    assert(
      property(string({ unit: 'grapheme' }), (title) => {
        expect(buildSlug(title)).toMatch(/^(?:[a-z0-9]+(?:-[a-z0-9]+)*)?$/);
      }),
    ));
});
