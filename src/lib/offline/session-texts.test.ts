import { describe, expect, it } from 'vitest';
import type { ContentDetail, ContentSummary } from '#shared/contract/contents.ts';
import { isCachedSessionCurrent } from './session-texts.ts';

const listed = {
  id: 'a',
  title: 'A title',
  guard: null,
  situations: ['cruise'],
  tags: ['noises'],
  completed: false,
} as unknown as ContentSummary;
const cached = { ...listed, cues: [], completed: true } as unknown as ContentDetail;

describe('a cached session', () => {
  it('stays as it is while the list says the same of it, whatever the person did', () => {
    expect(isCachedSessionCurrent(cached, listed)).toBe(true);
  });
  it.each([{ title: 'Another' }, { guard: 'height' }, { situations: ['cruise', 'home'] }])(
    'is fetched anew once the list says %o',
    (change) => {
      expect(isCachedSessionCurrent(cached, { ...listed, ...change } as ContentSummary)).toBe(
        false,
      );
    },
  );
  it('is fetched anew where an earlier version stored it without what the list says now', () => {
    const { situations: _, ...former } = cached;
    expect(isCachedSessionCurrent(former as ContentDetail, listed)).toBe(false);
    expect(isCachedSessionCurrent(undefined, listed)).toBe(false);
  });
});
