import { expect, it } from 'vitest';
import { buildBannerHref, chooseShownBanner, isBannerTarget } from './banner.ts';

const banner = (id: string, ...visibleOnPages: ('programs' | 'homepage')[]) => ({
  id,
  visibleOnPages,
  endsAt: null,
});
const NOW = new Date('2027-01-01T00:00:00Z');

it.each([
  ['/', [], 'home'],
  ['/programs/1', [], 'programs'],
  ['/plan', [], 'home'],
  ['/profile', [], 'everywhere'],
  ['/', ['home'], 'everywhere'],
  ['/', ['home', 'everywhere'], undefined],
])('on %s, with %j dismissed, the banner is %s', (path, dismissed, id) => {
  const banners = [
    banner('home', 'homepage'),
    banner('programs', 'programs'),
    banner('everywhere'),
  ];
  expect(chooseShownBanner(banners, path, dismissed, NOW)?.id).toBe(id);
});

it('a banner that is over makes room for the next', () => {
  const over = { ...banner('over'), endsAt: '2027-01-01T00:00:00.000Z' };
  const open = { ...banner('open'), endsAt: '2027-01-01T00:00:00.001Z' };
  expect(chooseShownBanner([over, open], '/', [], NOW)?.id).toBe('open');
});

it.each(['/', '/content-library?sort=newest', '/help#contact', 'https://example.org/a?b=c'])(
  'a banner may lead to %s',
  (target) => expect(isBannerTarget(target)).toBe(true),
);

it.each([
  '//example.org',
  '/\\example.org',
  '/\t/example.org',
  'http://example.org',
  'https://somebody@example.org/',
  'https:example.org',
  'javascript:alert(1)',
  'data:text/html,x',
  'help',
  '',
])('a banner may not lead to %j', (target) => expect(isBannerTarget(target)).toBe(false));

it.each([
  ['/subscription', { plan: 'yearly' }, '/subscription?plan=yearly'],
  ['/help?a=1#contact', { a: '2', b: 'x y' }, '/help?a=2&b=x+y#contact'],
  ['https://example.org', {}, 'https://example.org'],
])('%s with %j leads to %s', (target, params, href) =>
  expect(buildBannerHref(target, params)).toBe(href),
);
