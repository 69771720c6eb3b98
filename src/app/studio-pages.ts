import type { ComponentType } from 'react';
import { PAGE_CATALOGUE_GROUPS } from '#shared/rules/page-parts.ts';
import type { RoutePath } from '#shared/rules/route-table.ts';
import { loadCatalogueGroup } from '#web/lib/i18n.ts';
import { waitForIdle } from '#web/lib/idle.ts';

/** A module of one page. */
export interface PageModule {
  default: ComponentType;
}

const LOADERS = {
  '/admin': () => import('#web/features/studio-overview/overview-page.tsx'),
  '/admin/dashboard': () => import('#web/features/studio-overview/overview-page.tsx'),
  '/admin/generation': () => import('#web/features/studio-generation/generation-page.tsx'),
  '/admin/content': () => import('#web/features/studio-sessions/sessions-page.tsx'),
  '/admin/programs': () => import('#web/features/studio-programs/programs-page.tsx'),
  '/admin/authors': () => import('#web/features/studio-authors/authors-page.tsx'),
  '/admin/banners': () => import('#web/features/studio-banners/banners-page.tsx'),
  '/admin/pricing': () => import('#web/features/studio-pricing/pricing-page.tsx'),
  '/admin/people': () => import('#web/features/studio-people/people-page.tsx'),
  '/admin/safety': () => import('#web/features/studio-safety/safety-page.tsx'),
  '/admin/narration': () => import('#web/features/studio-narration/narration-page.tsx'),
  '/admin/support': () => import('#web/features/studio-support/support-page.tsx'),
} satisfies Partial<Record<RoutePath, () => Promise<PageModule>>>;

/** The path of a page of the studio. */
export type StudioPath = keyof typeof LOADERS;

let fetching: Promise<void> | undefined;

/**
 * Loads a page of the studio. Once it is there and the browser is idle, the code of the others is fetched too, one after the other,
 * so that on a slow network each opens with its data alone.
 */
export async function loadStudioPage(path: StudioPath): Promise<PageModule> {
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
