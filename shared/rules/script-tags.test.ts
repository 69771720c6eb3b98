import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseScript } from './script.ts';
import { addOrRemoveScriptTag } from './script-tags.ts';

const script = (tags: readonly string[]) =>
  `title: A\nsummary: B.\n${tags.length > 0 ? `tags: ${tags.join(', ')}\n` : ''}---\nBreathe.\n`;
const read = (text: string) => {
  const parsed = parseScript(text, { language: 'en', kind: 'flow', category: 'meditation' });
  return parsed.ok ? parsed.header.tags : null;
};
const tag = fc.constantFrom('breathing', 'take-off', 'noise', 'in the seat', 'night');
const tags = fc.uniqueArray(tag, { maxLength: 4 });

it('a script has a tag once it is set, at the end and once, and the other tags as before', () => {
  fc.assert(
    fc.property(tags, tag, (had, added) => {
      const now = addOrRemoveScriptTag(script(had), added, true);
      expect(read(now)).toEqual([...new Set([...had, added])]);
      expect(addOrRemoveScriptTag(now, added.toUpperCase(), true)).toBe(now);
    }),
  );
});

it('a script has a tag no longer once it is taken away, and is what it was when one is set and taken away', () => {
  fc.assert(
    fc.property(tags, tag, (had, removed) => {
      expect(read(addOrRemoveScriptTag(script(had), removed, false))).toEqual(
        had.filter((one) => one !== removed),
      );
      if (!had.includes(removed))
        expect(
          addOrRemoveScriptTag(addOrRemoveScriptTag(script(had), removed, true), removed, false),
        ).toBe(script(had));
    }),
  );
});

it('a script without a head stays as it is, and one with other line ends keeps them', () => {
  expect(addOrRemoveScriptTag('Breathe.\n', 'noise', true)).toBe('Breathe.\n');
  expect(addOrRemoveScriptTag('title: A\r\n---\r\nB', 'noise', true)).toBe(
    'title: A\r\ntags: noise\r\n---\r\nB',
  );
});
