import { describe, expect, it } from 'vitest';
import { removePersonalPartsOfPageView } from './policy.ts';

const ORIGIN = 'https://envol.example';
const ID = '019a0000-0000-7000-8000-000000000001';
const view = (path: string, search = '', other: object = {}) =>
  removePersonalPartsOfPageView(
    { url: 'https://x/', title: 'A title', referrer: '', path, search, ...other },
    ORIGIN,
  );

describe('of a page view', () => {
  it.each([
    ['/', '', '/'],
    [`/content/${ID}`, '?program=1&lesson=2', '/content/:id'],
    ['/content-library/podcast', '?q=panic+attack&sort=newest', '/content-library/:category?'],
    ['/read/turbulence', '', '/read/:slug'],
    ['/ladder/' + ID, '', '/ladder/:step?'],
    ['/profile', '?tab=assessment', '/profile'],
    ['/auth', '?mode=sign-in&next=/content/x', '/auth'],
    ['/somebody@example.org', '?email=somebody@example.org', '/not-found'],
    ['/', '?utm_source=news&utm_campaign=me@example.org', '/'],
  ])('%s%s is kept as %s', (path, search, keptPath) => {
    const kept = view(path, search);
    expect(kept).toMatchObject({ path: keptPath, search: '' });
    expect(kept.url).toBe(`${ORIGIN}${keptPath}`);
  });

  it.each([
    ['https://search.example/?q=fear+of+flying', 'https://search.example'],
    [`${ORIGIN}/content-library?q=crash`, `${ORIGIN}/content-library/:category?`],
    [`${ORIGIN}/content/${ID}?program=1`, `${ORIGIN}/content/:id`],
    ['javascript:alert(1)', ''],
    ['no address', ''],
  ])('the referrer %s is kept as %s', (referrer, kept) =>
    expect(view('/', '', { referrer })).toMatchObject({ referrer: kept }),
  );

  it('the title is kept where its words are ours and tell of no session', () => {
    expect(view('/programs').title).toBe('A title');
    for (const path of ['/ladder', `/content/${ID}`, `/s/${ID}`, `/programs/${ID}`, '/read/crash'])
      expect(view(path).title, path).toBe('');
    expect(view('/nothing/here').title).toBe('');
  });
});
