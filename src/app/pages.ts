import type { ComponentType } from 'react';
import type { PersonState } from '#shared/rules/person-state.ts';
import { type BuiltPath, decide, isBuilt } from '#shared/rules/route-table.ts';
import { needTexts, type TextGroup } from '#web/lib/i18n.ts';
import { late } from '#web/ui/late.tsx';
import { PageInstead } from './components/page-instead.tsx';

const page = (load: () => Promise<ComponentType>) => late(load, PageInstead);
type LatePage = ReturnType<typeof page>;

/** A page whose words come with it, because few people read them, or not at once. */
const pageWithTexts = (groups: TextGroup[], load: () => Promise<ComponentType>) =>
  page(async () => {
    const [Page] = await Promise.all([load(), ...groups.map(needTexts)]);
    return Page;
  });
/** A page that is also prerendered. */
const publicPage = (load: () => Promise<ComponentType>) => pageWithTexts(['public'], load);
/** A page that speaks of flights or the plan. */
const flightPage = (load: () => Promise<ComponentType>) => pageWithTexts(['flight'], load);
/** A page that speaks of programs, breathing, sharing or downloads. */
const practicePage = (load: () => Promise<ComponentType>) => pageWithTexts(['practice'], load);

const loadPlayer = () => import('#web/features/player/content-page.tsx').then((m) => m.default);

/**
 * The page of each path of the route table but the beginning, which shows two. A page that is built
 * leaves the table's UNBUILT, from which the server knows which addresses lead nowhere.
 */
const PAGES: Record<Exclude<BuiltPath, '/'>, LatePage> = {
  '/auth': page(() => import('#web/features/auth/auth-page.tsx').then((m) => m.default)),
  '/privacy': publicPage(() =>
    import('#web/features/legal/privacy-page.tsx').then((m) => m.PrivacyPage),
  ),
  '/terms': publicPage(() => import('#web/features/legal/terms-page.tsx').then((m) => m.TermsPage)),
  '/waitlist': publicPage(() =>
    import('#web/features/waitlist/waitlist-page.tsx').then((m) => m.WaitlistPage),
  ),
  '/help': publicPage(() => import('#web/features/help/help-page.tsx').then((m) => m.HelpPage)),
  '/sos': publicPage(() => import('#web/features/help/sos-page.tsx').then((m) => m.SosPage)),
  // The profile is closed until onboarding is over: its ways out are on these pages.
  '/onboarding': pageWithTexts(['profile'], () =>
    import('#web/features/onboarding/onboarding-page.tsx').then((m) => m.default),
  ),
  '/subscription': pageWithTexts(['billing'], () =>
    import('#web/features/billing/subscription-page.tsx').then((m) => m.default),
  ),
  '/subscription-success': pageWithTexts(['billing'], () =>
    import('#web/features/billing/subscription-success-page.tsx').then((m) => m.default),
  ),
  '/profile': pageWithTexts(['practice', 'flight', 'profile'], () =>
    import('#web/features/profile/profile-page.tsx').then((m) => m.default),
  ),
  '/admin': page(() => import('#web/features/admin/admin-page.tsx').then((m) => m.default)),
  '/admin/dashboard': page(() =>
    import('#web/features/admin/admin-page.tsx').then((m) => m.default),
  ),
  '/content-library/:category?': practicePage(() => {
    // The player too: without a network later, what is downloaded opens from here.
    loadPlayer().catch(() => {});
    return import('#web/features/library/library-page.tsx').then((m) => m.default);
  }),
  '/content/:id': practicePage(loadPlayer),
  '/programs': practicePage(() =>
    import('#web/features/programs/programs-page.tsx').then((m) => m.default),
  ),
  '/programs/:id': practicePage(() =>
    import('#web/features/programs/program-page.tsx').then((m) => m.default),
  ),
  '/s/:id': practicePage(() =>
    import('#web/features/sharing/shared-page.tsx').then((m) => m.default),
  ),
  '/plan': flightPage(() => import('#web/features/plan/plan-page.tsx').then((m) => m.default)),
  '/ladder/:step?': pageWithTexts(['steps'], () =>
    import('#web/features/ladder/ladder-page.tsx').then((m) => m.default),
  ),
  '/breathe': practicePage(() =>
    import('#web/features/breathing/breathe-page.tsx').then((m) => m.default),
  ),
};

const LandingPage = publicPage(() =>
  import('#web/features/landing/landing-page.tsx').then((m) => m.LandingPage),
);
const HomePage = flightPage(() =>
  import('#web/features/home/home-page.tsx').then((m) => m.default),
);
export const NotFoundPage = page(() =>
  import('#web/features/missing/missing-page.tsx').then((m) => m.MissingPage),
);

/** The page at a path of the route table, for somebody in this state. */
export function pageOf(path: BuiltPath, state: PersonState): LatePage {
  if (path === '/') return state === 'signed_out' ? LandingPage : HomePage;
  return PAGES[path];
}

/**
 * Begins to load the code of the page at an address while it is still being found out who is there; most
 * likely it is somebody with a pass, because visitors have pages of their own.
 */
export function preloadPage(address: string): void {
  const decision = decide(address, 'pass');
  if (decision.kind === 'page' && isBuilt(decision.path)) pageOf(decision.path, 'pass').preload();
}

/** Has the pages of help ready before the network may be gone, once nothing else is to be done. */
export function preloadHelp(): void {
  const help = () => {
    PAGES['/sos'].preload();
    PAGES['/help'].preload();
  };
  // Safari knows no idle time.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(help);
  else setTimeout(help, 2000);
}
