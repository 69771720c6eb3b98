import { getPageKey, type PageKey } from './page-key.ts';

/** Keys of the ready-made banner texts, which exist in both languages (catalogue `banners`). */
export const PRESET_BANNER_TEXT_KEYS = [
  'newSessions',
  'newArticles',
  'feedback',
  'maintenance',
] as const;
export const PRESET_BANNER_BUTTON_KEYS = ['open', 'read', 'write'] as const;

/** The part of a banner that decides on the device whether it is shown. */
interface Showable {
  id: string;
  visibleOnPages: readonly PageKey[];
  /** When it ends; null when no end is set. */
  endsAt: string | null;
}

/**
 * Finds the banner to show on the page at `path` (without query): the first one for this page or for all pages that has
 * not ended and is not among the ids in `dismissed`; null when there is none. Its start is not checked: the server
 * sends none before it.
 */
export function chooseShownBanner<B extends Showable>(
  banners: readonly B[],
  path: string,
  dismissed: readonly string[],
  now: Date,
): B | null {
  const page = getPageKey(path);
  const isShown = ({ id, visibleOnPages: pages, endsAt }: B) =>
    !dismissed.includes(id) &&
    (endsAt === null || now < new Date(endsAt)) &&
    (pages.length === 0 || pages.includes(page));
  return banners.find(isShown) ?? null;
}

/**
 * Returns whether a banner may link to `target`: a path on this site, or an https address without user name or
 * password.
 */
export function isBannerTarget(target: string): boolean {
  // A browser reads `\` as `/`, and drops tabs and line breaks.
  if (/[\s\\]/.test(target)) return false;
  if (target.startsWith('/')) return !target.startsWith('//');
  return URL.parse(target)?.protocol === 'https:' && /^https:\/\/[^/@]+(?:[/?#]|$)/i.test(target);
}

/**
 * Adds `params` to the query of a banner's target, replacing parameters of the same name; keeps the path and fragment.
 */
export function buildBannerHref(target: string, params: Readonly<Record<string, string>>): string {
  const [address = '', fragment] = target.split('#');
  const [path = '', search = ''] = address.split('?');
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(params)) query.set(name, value);
  const asked = query.size > 0 ? `?${query.toString()}` : '';
  return `${path}${asked}${fragment === undefined ? '' : `#${fragment}`}`;
}
