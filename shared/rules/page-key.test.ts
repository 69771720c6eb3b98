import { describe, expect, it } from 'vitest';
import { getPageKey } from './page-key.ts';

describe('the page key of a path', () => {
  it.each([
    ['/', 'homepage'],
    ['/content-library', 'content-library'],
    ['/content-library/technical', 'content-library'],
    ['/programs', 'programs'],
    ['/programs/first-steps', 'programs'],
    ['/profile', 'profile'],
    ['/content/0195b7', 'content-player'],
    ['/content', 'homepage'],
    ['/subscription', 'subscription'],
    ['/subscription/', 'subscription'],
    ['/subscription-success', 'homepage'],
    ['/waitlist', 'homepage'],
    ['/constructor', 'homepage'],
    ['', 'homepage'],
  ])('%s is %s', (path, key) => {
    expect(getPageKey(path)).toBe(key);
  });
});
