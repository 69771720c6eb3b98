import { Resvg } from '@resvg/resvg-js';
import { expect, it } from 'vitest';
import {
  buildSocialPictureSvg,
  getSocialPicturePathOfPage,
  SOCIAL_PICTURE_SIZE_PX,
} from './social-pictures.ts';

it('the picture of a link is a PNG of the size that previews are cut to', () => {
  const svg = buildSocialPictureSvg([
    { id: 'a', kind: 'flow' },
    { id: 'b', kind: 'load' },
    { id: 'c', kind: 'load' },
  ]);
  const picture = new Resvg(svg).render();
  expect(picture).toMatchObject(SOCIAL_PICTURE_SIZE_PX);
  expect(picture.asPng().subarray(1, 4).toString()).toBe('PNG');
});

it('an article has a picture of its own, all other pages that of the site', () => {
  expect(getSocialPicturePathOfPage('read-turbulence')).toBe('/social/read-turbulence.png');
  expect([getSocialPicturePathOfPage('home'), getSocialPicturePathOfPage('read')]).toEqual([
    '/social/site.png',
    '/social/site.png',
  ]);
});
