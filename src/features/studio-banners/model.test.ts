import { expect, it } from 'vitest';
import type { BannerInput } from '#shared/contract/banners.ts';
import { getBannerStatus, EMPTY_STUDIO_BANNER, toBannerDraft, toBannerInput } from './model.ts';

const { id: _id, version: _version, lastEdit: _lastEdit, ...empty } = EMPTY_STUDIO_BANNER;
const BANNER: BannerInput = {
  ...empty,
  name: 'News',
  translationKey: 'newSessions',
  targetUrl: '/content-library',
  urlParams: { sort: 'newest', q: 'a=b' },
  buttonText: { en: 'See', fr: 'Voir' },
  startsAt: '2027-01-01T08:00:00.000Z',
};

it('a banner goes through its form unchanged', () =>
  expect(toBannerInput(toBannerDraft(BANNER))).toEqual(BANNER));

it('a banner that leads nowhere has no button and no parameters', () =>
  expect(toBannerInput({ ...toBannerDraft(BANNER), targetUrl: ' ' })).toMatchObject({
    targetUrl: null,
    urlParams: {},
    buttonText: null,
    buttonTranslationKey: null,
  }));

it.each([
  ['off', { isActive: false }, '2027-01-02T00:00:00Z'],
  ['to_come', {}, '2027-01-01T07:59:59Z'],
  ['on', {}, '2027-01-01T08:00:00Z'],
  ['over', { endsAt: '2027-01-02T00:00:00.000Z' }, '2027-01-02T00:00:00Z'],
])('a banner is %s', (standing, given, now) =>
  expect(getBannerStatus({ ...BANNER, isActive: true, ...given }, new Date(now))).toBe(standing),
);
