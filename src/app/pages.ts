import { PAGE_CATALOGUE_GROUPS, type CatalogueGroup } from '#shared/rules/page-parts.ts';
import type { PersonState } from '#shared/rules/person-state.ts';
import { type RoutePath, resolveRoute } from '#shared/rules/route-table.ts';
import { loadCatalogueGroup } from '#web/lib/i18n.ts';
import { runWhenIdle } from '#web/lib/idle.ts';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';
import { preloadToasts } from '#web/ui/toast.tsx';
import type { PageModule, StudioPath } from './studio-pages.ts';
import { PageFallback } from './components/page-fallback.tsx';

type LazyPage = ReturnType<typeof createLazyComponent<object>>;

/** Creates a page that is loaded together with its own groups of words, which few other pages show. */
const createLazyPageWithWords = (
  words: readonly CatalogueGroup[],
  load: () => Promise<PageModule>,
): LazyPage =>
  createLazyComponent(async () => {
    const [module] = await Promise.all([load(), ...words.map(loadCatalogueGroup)]);
    return module.default;
  }, PageFallback);

/** Creates the page at a path, with the words that `PAGE_CATALOGUE_GROUPS` names for it. */
const createLazyPage = (path: RoutePath, load: () => Promise<PageModule>) =>
  createLazyPageWithWords(PAGE_CATALOGUE_GROUPS[path] ?? [], load);

/** Creates a page of the studio, whose code is named by a module of its own, which only its admins fetch. */
const studioPage = (path: StudioPath) =>
  createLazyPage(path, () => import('./studio-pages.ts').then((m) => m.loadStudioPage(path)));

const loadPlayer = () => import('#web/features/player/content-page.tsx');

const PrerenderedDocumentPage = createLazyPageWithWords(
  [],
  () => import('#web/features/documents/document-page.tsx'),
);

/** The page component of each path in the route table, except `/`, which shows the landing page or the dashboard. */
const PAGES: Record<Exclude<RoutePath, '/'>, LazyPage> = {
  '/auth': createLazyPage('/auth', () => import('#web/features/auth/auth-page.tsx')),
  '/privacy': createLazyPage('/privacy', () =>
    import('#web/features/legal/legal-page.tsx').then((m) => ({ default: m.PrivacyPage })),
  ),
  '/terms': createLazyPage('/terms', () =>
    import('#web/features/legal/legal-page.tsx').then((m) => ({ default: m.TermsPage })),
  ),
  '/waitlist': createLazyPage(
    '/waitlist',
    () => import('#web/features/waitlist/waitlist-page.tsx'),
  ),
  '/reminders': createLazyPage(
    '/reminders',
    () => import('#web/features/reminders/reminders-page.tsx'),
  ),
  '/help': createLazyPage('/help', () => import('#web/features/help/help-page.tsx')),
  '/sos': createLazyPage('/sos', () => import('#web/features/help/sos-page.tsx')),
  '/licences': PrerenderedDocumentPage,
  '/tonight': PrerenderedDocumentPage,
  '/read': PrerenderedDocumentPage,
  '/read/:slug': PrerenderedDocumentPage,
  '/contact': createLazyPage('/contact', () => import('#web/features/feedback/contact-page.tsx')),
  '/contract': createLazyPage(
    '/contract',
    () => import('#web/features/contract/contract-page.tsx'),
  ),
  // The profile is closed until onboarding is complete, so its texts on signing out and erasing are needed here.
  '/onboarding': createLazyPage(
    '/onboarding',
    () => import('#web/features/onboarding/onboarding-page.tsx'),
  ),
  '/subscription': createLazyPage(
    '/subscription',
    () => import('#web/features/billing/subscription-page.tsx'),
  ),
  '/subscription-success': createLazyPage(
    '/subscription-success',
    () => import('#web/features/billing/subscription-success-page.tsx'),
  ),
  '/profile': createLazyPage('/profile', () => import('#web/features/profile/profile-page.tsx')),
  '/admin': studioPage('/admin'),
  '/admin/dashboard': studioPage('/admin/dashboard'),
  '/admin/generation': studioPage('/admin/generation'),
  '/admin/content': studioPage('/admin/content'),
  '/admin/programs': studioPage('/admin/programs'),
  '/admin/authors': studioPage('/admin/authors'),
  '/admin/banners': studioPage('/admin/banners'),
  '/admin/pricing': studioPage('/admin/pricing'),
  '/admin/people': studioPage('/admin/people'),
  '/content-library/:category?': createLazyPage('/content-library/:category?', () => {
    // Preloaded too, because downloaded sessions are opened from here, possibly without a network. What does not come is
    // loaded with the page.
    runWhenIdle(() => void loadPlayer().catch(() => {}));
    return import('#web/features/library/library-page.tsx');
  }),
  '/content/:id': createLazyPage('/content/:id', loadPlayer),
  '/programs': createLazyPage(
    '/programs',
    () => import('#web/features/programs/programs-page.tsx'),
  ),
  '/translation-demo': createLazyPage(
    '/translation-demo',
    () => import('#web/features/translations/translation-demo-page.tsx'),
  ),
  '/translation-status': createLazyPage(
    '/translation-status',
    () => import('#web/features/translations/translation-status-page.tsx'),
  ),
  '/programs/:id': createLazyPage(
    '/programs/:id',
    () => import('#web/features/programs/program-page.tsx'),
  ),
  '/preview': createLazyPage('/preview', () => import('#web/features/sharing/preview-page.tsx')),
  '/s/:id': createLazyPage('/s/:id', () => import('#web/features/sharing/shared-page.tsx')),
  '/plan': createLazyPage('/plan', () => import('#web/features/plan/plan-page.tsx')),
  '/ladder/:step?': createLazyPage(
    '/ladder/:step?',
    () => import('#web/features/ladder/ladder-page.tsx'),
  ),
  '/breathe': createLazyPage('/breathe', () => import('#web/features/breathing/breathe-page.tsx')),
  '/flight': createLazyPage(
    '/flight',
    () => import('#web/features/flight-companion/flight-page.tsx'),
  ),
  '/rehearsal': createLazyPage(
    '/rehearsal',
    () => import('#web/features/rehearsal/rehearsal-page.tsx'),
  ),
  '/admin/safety': studioPage('/admin/safety'),
  '/admin/narration': studioPage('/admin/narration'),
  '/admin/support': studioPage('/admin/support'),
  '/support': createLazyPage('/support', () => import('#web/features/support/support-page.tsx')),
};

const LandingPage = createLazyPageWithWords(['public', 'entry'], () =>
  import('#web/features/landing/landing-page.tsx').then((m) => ({ default: m.LandingPage })),
);
const HomePage = createLazyPage('/', () => import('#web/features/home/home-page.tsx'));
/** The page shown at addresses that lead nowhere. */
export const NotFoundPage = createLazyPageWithWords([], () =>
  import('#web/features/missing/components/not-found.tsx').then((m) => ({ default: m.NotFound })),
);
/** The page shown at addresses of the studio to a signed-in person who is no admin. */
export const StudioForbiddenPage = createLazyPageWithWords([], () =>
  import('#web/features/missing/components/not-found.tsx').then((m) => ({
    default: m.StudioForbidden,
  })),
);

/** Returns the page component for a path of the route table and the person's access state. */
export function getPageComponent(path: RoutePath, state: PersonState): LazyPage {
  if (path === '/') return state === 'signed_out' ? LandingPage : HomePage;
  return PAGES[path];
}

/**
 * Starts loading a page's code while identity and profile are still being loaded. Assumes a person with a pass,
 * because visitors get prerendered pages. Resolves to whether the page can be rendered.
 */
export async function tryToPreloadPage(pathAndQuery: string): Promise<boolean> {
  const decision = resolveRoute(pathAndQuery, 'pass');
  return decision.kind === 'page' && getPageComponent(decision.path, 'pass').preload();
}

/** Preloads the help pages and the toasts when the browser is idle, so that they work without a network later. */
export function preloadHelpAndToasts(): void {
  runWhenIdle(() => {
    void preloadToasts();
    void PAGES['/sos'].preload();
    void PAGES['/help'].preload();
  });
}
