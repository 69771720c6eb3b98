import type { RoutePath } from './route-table.ts';

/** Groups of texts that are loaded with the pages that show them, beside the texts that every page has. */
export type CatalogueGroup =
  | 'public'
  | 'help'
  | 'steps'
  | 'profile'
  | 'billing'
  | 'entry'
  | 'practice'
  | 'studio'
  | 'support'
  | 'contract'
  | 'flight'
  | 'rehearsal'
  | 'sounds'
  | 'cookies'
  | 'offline'
  | 'lock'
  | 'translations';

// The two lists are for the preload links that the server sends with the document. Those of `/` are for signed-in people:
// visitors get a prerendered page. The app itself needs only the words.

/** The module of each page, below src/features; src/app/pages.ts and studio-pages.ts must load the same. */
export const PAGE_MODULES: Readonly<Record<RoutePath, string>> = {
  '/': 'home/home-page',
  '/auth': 'auth/auth-page',
  '/privacy': 'legal/legal-page',
  '/terms': 'legal/legal-page',
  '/waitlist': 'waitlist/waitlist-page',
  '/help': 'help/help-page',
  '/sos': 'help/sos-page',
  '/licences': 'documents/document-page',
  '/tonight': 'documents/document-page',
  '/read': 'documents/document-page',
  '/read/:slug': 'documents/document-page',
  '/contact': 'feedback/contact-page',
  '/contract': 'contract/contract-page',
  '/onboarding': 'onboarding/onboarding-page',
  '/subscription': 'billing/subscription-page',
  '/subscription-success': 'billing/subscription-success-page',
  '/profile': 'profile/profile-page',
  '/admin': 'studio-overview/overview-page',
  '/admin/dashboard': 'studio-overview/overview-page',
  '/admin/generation': 'studio-generation/generation-page',
  '/admin/content': 'studio-sessions/sessions-page',
  '/admin/programs': 'studio-programs/programs-page',
  '/admin/authors': 'studio-authors/authors-page',
  '/admin/banners': 'studio-banners/banners-page',
  '/admin/pricing': 'studio-pricing/pricing-page',
  '/admin/people': 'studio-people/people-page',
  '/content-library/:category?': 'library/library-page',
  '/content/:id': 'player/content-page',
  '/programs': 'programs/programs-page',
  '/programs/:id': 'programs/program-page',
  '/s/:id': 'sharing/shared-page',
  '/preview': 'sharing/preview-page',
  '/reminders': 'reminders/reminders-page',
  '/plan': 'plan/plan-page',
  '/ladder/:step?': 'ladder/ladder-page',
  '/translation-demo': 'translations/translation-demo-page',
  '/translation-status': 'translations/translation-status-page',
  '/breathe': 'breathing/breathe-page',
  '/flight': 'flight-companion/flight-page',
  '/rehearsal': 'rehearsal/rehearsal-page',
  '/admin/safety': 'studio-safety/safety-page',
  '/admin/narration': 'studio-narration/narration-page',
  '/admin/support': 'studio-support/support-page',
  '/support': 'support/support-page',
};

/** The groups of texts of each page that has some of its own. */
export const PAGE_CATALOGUE_GROUPS: Readonly<
  Partial<Record<RoutePath, readonly CatalogueGroup[]>>
> = {
  '/auth': ['entry'],
  '/privacy': ['public'],
  '/terms': ['public'],
  '/waitlist': ['public'],
  '/help': ['help'],
  '/sos': ['help'],
  // The profile is closed until onboarding is over: its ways out are on these pages.
  '/onboarding': ['entry', 'profile'],
  '/contract': ['contract', 'billing'],
  '/subscription': ['billing'],
  '/subscription-success': ['billing'],
  '/profile': ['profile', 'entry', 'practice'],
  '/admin': ['studio', 'billing'],
  '/admin/dashboard': ['studio', 'billing'],
  '/admin/generation': ['studio'],
  '/admin/content': ['studio'],
  '/admin/programs': ['studio'],
  '/admin/authors': ['studio'],
  '/admin/banners': ['studio'],
  '/admin/pricing': ['studio', 'billing'],
  '/admin/people': ['studio', 'billing'],
  '/s/:id': ['public'],
  '/preview': ['public'],
  '/reminders': ['offline'],
  '/plan': ['practice'],
  '/ladder/:step?': ['steps'],
  '/translation-demo': ['translations'],
  '/translation-status': ['translations'],
  '/breathe': ['practice'],
  '/flight': ['flight'],
  '/rehearsal': ['steps', 'rehearsal'],
  '/admin/safety': ['studio'],
  '/admin/narration': ['studio'],
  '/admin/support': ['studio'],
  '/support': ['support'],
};
