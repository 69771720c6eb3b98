import { getPageKey, type PageKey } from './page-key.ts';

/** Texts of banners that are written in both languages already (catalogue `banners`). */
export const BANNER_TEXTS = ['newSessions', 'newArticles', 'feedback', 'maintenance'] as const;
/** Texts of their buttons. */
export const BANNER_BUTTONS = ['open', 'read', 'write'] as const;

/** Where a banner is to be shown, as far as a device decides it. */
interface Showable {
  id: string;
  /** None means everywhere. */
  visibleOnPages: readonly PageKey[];
  /** When it is over; null where nobody has said. */
  endsAt: string | null;
}

/** Finds the first banner for the page at a path that was not dismissed and is not over (specification, section 5). */
export function findBanner<B extends Showable>(
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

/** Whether a banner may lead there: to a page of our own, or to an address under https. */
export function isBannerTarget(target: string): boolean {
  // A browser reads `\` as `/`, and drops tabs and line breaks.
  if (/[\s\\]/.test(target)) return false;
  if (target.startsWith('/')) return !target.startsWith('//');
  return URL.parse(target)?.protocol === 'https:' && /^https:\/\/[^/@]+(?:[/?#]|$)/i.test(target);
}

/** Returns the address a banner leads to, with its parameters. */
export function buildBannerHref(target: string, params: Readonly<Record<string, string>>): string {
  const [address = '', fragment] = target.split('#');
  const [path = '', search = ''] = address.split('?');
  const query = new URLSearchParams(search);
  for (const [name, value] of Object.entries(params)) query.set(name, value);
  const asked = query.size > 0 ? `?${query.toString()}` : '';
  return `${path}${asked}${fragment === undefined ? '' : `#${fragment}`}`;
}
