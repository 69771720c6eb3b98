import type { ComponentType } from 'react';
import { PAGE_CATALOGUE_GROUPS } from '#shared/rules/page-parts.ts';
import type { RoutePath } from '#shared/rules/route-table.ts';
import { loadCatalogueGroup } from '#web/lib/i18n.ts';
import { waitForIdle } from '#web/lib/idle.ts';

const LOADERS = {
  '/admin': () => import('#web/features/studio-overview/overview-page.tsx').then((m) => m.default),
  '/admin/dashboard': () =>
    import('#web/features/studio-overview/overview-page.tsx').then((m) => m.default),
  '/admin/generation': () =>
    import('#web/features/studio-generation/generation-page.tsx').then((m) => m.default),
  '/admin/content': () =>
    import('#web/features/studio-sessions/sessions-page.tsx').then((m) => m.default),
  '/admin/programs': () =>
    import('#web/features/studio-programs/programs-page.tsx').then((m) => m.default),
  '/admin/authors': () =>
    import('#web/features/studio-authors/authors-page.tsx').then((m) => m.default),
  '/admin/banners': () =>
    import('#web/features/studio-banners/banners-page.tsx').then((m) => m.default),
  '/admin/pricing': () =>
    import('#web/features/studio-pricing/pricing-page.tsx').then((m) => m.default),
  '/admin/people': () =>
    import('#web/features/studio-people/people-page.tsx').then((m) => m.default),
  '/admin/safety': () =>
    import('#web/features/studio-safety/safety-page.tsx').then((m) => m.default),
  '/admin/narration': () =>
    import('#web/features/studio-narration/narration-page.tsx').then((m) => m.default),
  '/admin/support': () =>
    import('#web/features/studio-support/support-page.tsx').then((m) => m.default),
} satisfies Partial<Record<RoutePath, () => Promise<ComponentType>>>;

/** The path of a page of the studio. */
export type StudioPath = keyof typeof LOADERS;

let fetching: Promise<void> | undefined;

/**
 * Loads a page of the studio. Once it is there and the browser is idle, the code of the others is fetched too, one after the other,
 * so that on a slow network each opens with its data alone.
 */
export async function loadStudioPage(path: StudioPath): Promise<ComponentType> {
  const page = await LOADERS[path]();
  fetching ??= preloadOtherPages();
  return page;
}

async function preloadOtherPages(): Promise<void> {
  await waitForIdle();
  for (const [path, load] of Object.entries(LOADERS)) {
    const words = PAGE_CATALOGUE_GROUPS[path as StudioPath] ?? [];
    // What does not come is loaded with its page.
    await Promise.all([load(), ...words.map(loadCatalogueGroup)]).catch(() => {});
  }
}
