import type { BuiltPath } from './route-table.ts';

/** Groups of texts that are loaded with the pages that show them, beside the texts that every page has. */
export type WordGroup =
  | 'public'
  | 'steps'
  | 'profile'
  | 'billing'
  | 'entry'
  | 'practice'
  | 'studio'
  | 'support'
  | 'cookies'
  | 'offline'
  | 'translations';

/** What a page needs to be shown: its module below src/features, and its groups of texts. */
interface PageParts {
  module: string;
  words: readonly WordGroup[];
}

const part = (module: string, ...words: WordGroup[]): PageParts => ({
  module: `src/features/${module}.tsx`,
  words,
});

/**
 * The parts of each page of the app, for the preload links that the server sends with the document. Those of `/` are
 * for signed-in people: visitors get a prerendered page. src/app/pages.ts must load the same.
 */
export const PAGE_PARTS: Readonly<Record<BuiltPath, PageParts>> = {
  '/': part('home/home-page'),
  '/auth': part('auth/auth-page', 'entry'),
  '/privacy': part('legal/legal-page', 'public'),
  '/terms': part('legal/legal-page', 'public'),
  '/waitlist': part('waitlist/waitlist-page', 'public'),
  '/help': part('help/help-page', 'public'),
  '/sos': part('help/sos-page', 'public'),
  '/contact': part('feedback/contact-page'),
  // The profile is closed until onboarding is over: its ways out are on these pages.
  '/onboarding': part('onboarding/onboarding-page', 'entry', 'profile'),
  '/subscription': part('billing/subscription-page', 'billing'),
  '/subscription-success': part('billing/subscription-success-page', 'billing'),
  '/profile': part('profile/profile-page', 'profile', 'entry', 'practice'),
  '/admin': part('studio-overview/overview-page', 'studio', 'billing'),
  '/admin/dashboard': part('studio-overview/overview-page', 'studio', 'billing'),
  '/admin/generation': part('studio-generation/generation-page', 'studio'),
  '/admin/content': part('studio-sessions/sessions-page', 'studio'),
  '/admin/programs': part('studio-programs/programs-page', 'studio'),
  '/admin/authors': part('studio-authors/authors-page', 'studio'),
  '/admin/banners': part('studio-banners/banners-page', 'studio'),
  '/admin/pricing': part('studio-pricing/pricing-page', 'studio', 'billing'),
  '/admin/people': part('studio-people/people-page', 'studio', 'billing'),
  '/content-library/:category?': part('library/library-page'),
  '/content/:id': part('player/content-page'),
  '/programs': part('programs/programs-page'),
  '/programs/:id': part('programs/program-page'),
  '/s/:id': part('sharing/shared-page', 'public'),
  '/reminders': part('reminders/reminders-page', 'offline'),
  '/plan': part('plan/plan-page', 'practice'),
  '/ladder/:step?': part('ladder/ladder-page', 'steps'),
  '/translation-demo': part('translations/translation-demo-page', 'translations'),
  '/translation-status': part('translations/translation-status-page', 'translations'),
  '/breathe': part('breathing/breathe-page', 'practice'),
  '/admin/support': part('studio-support/support-page', 'studio'),
  '/support': part('support/support-page', 'support'),
};
