import { mkdir, writeFile } from 'node:fs/promises';
import { Resvg } from '@resvg/resvg-js';
import type { ReadableArticle } from '#web/features/articles/model.ts';
import type { ScriptKind } from '#shared/rules/script-timing.ts';
import { buildSessionArtMarkup } from '#shared/rules/session-art.ts';

/** Size of the pictures of link previews, in pixels (ogp.me, large cards). */
export const SOCIAL_PICTURE_SIZE_PX = { width: 1200, height: 630 } as const;

/** The name of the picture of pages that have none of their own. */
const SITE_PICTURE = 'site';

/**
 * Returns the URL path of a page's preview picture (for links shared on social networks), by the name of the page's
 * file: an article's own picture, else that of the site.
 */
export const getSocialPicturePathOfPage = (pageName: string) =>
  `/social/${pageName.startsWith('read-') ? pageName : SITE_PICTURE}.png`;

/** The ground and the frame of the light theme (src/ui/theme.css). */
const GROUND = '#f9f4ec';
const FRAME = '#e4d8c6';

interface Window {
  id: string;
  kind: ScriptKind;
}

/**
 * Draws the SVG of a preview picture for links shared on social networks: up to three cabin windows with the artwork of
 * sessions, as on the landing page.
 */
export function buildSocialPictureSvg(windows: readonly Window[]): string {
  const { width, height } = SOCIAL_PICTURE_SIZE_PX;
  const drawn = windows.map(({ id, kind }, index) => {
    const x = 90 + 360 * index;
    const clip = `window-${index}`;
    const art = buildSessionArtMarkup({ id, kind, scope: clip, withSun: true });
    return [
      `<clipPath id="${clip}"><rect x="${x}" y="75" width="300" height="480" rx="120"/></clipPath>`,
      `<g clip-path="url(#${clip})"><svg x="${x}" y="75" width="300" height="480" viewBox="0 0 120 160" preserveAspectRatio="xMidYMid slice">${art}</svg></g>`,
      `<rect x="${x - 7}" y="68" width="314" height="494" rx="127" fill="none" stroke="${FRAME}" stroke-width="14"/>`,
    ].join('');
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="${width}" height="${height}" fill="${GROUND}"/>${drawn.join('')}</svg>`;
}

/**
 * Writes the preview pictures for shared links as PNG files to `folder`, which it creates: `site.png`, and
 * `read-<slug>.png` for each article, with the artwork of its session.
 */
export async function writeSocialPictures(
  folder: URL,
  articles: readonly Pick<ReadableArticle, 'slug' | 'session'>[],
): Promise<void> {
  await mkdir(folder, { recursive: true });
  const write = (name: string, windows: readonly Window[]) =>
    writeFile(
      new URL(`${name}.png`, folder),
      new Resvg(buildSocialPictureSvg(windows)).render().asPng(),
    );
  const around = (id: string, kind: ScriptKind): Window[] => [
    { id: `${id}-before`, kind: 'flow' },
    { id, kind },
    { id: `${id}-after`, kind: 'load' },
  ];
  await write(SITE_PICTURE, around('row-1', 'load'));
  for (const { slug, session } of articles)
    await write(`read-${slug}`, around(session.id, session.kind));
}
