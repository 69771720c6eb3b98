import { resolveRoute, type RoutePath } from './route-table.ts';

/** Pages that are the same for every visitor and show nothing personal: third-party scripts may run on these alone. */
const PUBLIC_PAGES: readonly RoutePath[] = [
  '/',
  '/help',
  '/licences',
  '/privacy',
  '/read',
  '/read/:slug',
  '/terms',
  '/waitlist',
];

const FORM_PAGES: readonly RoutePath[] = ['/auth', '/contact', '/waitlist'];

const isAmong = (pages: readonly RoutePath[], path: string) => {
  const decision = resolveRoute(path, 'signed_out');
  // Without an address a page stands in the place of another.
  return path !== '' && decision.kind === 'page' && pages.includes(decision.path);
};

/** Returns whether third-party scripts may run on a page, for a visitor who is not signed in and has allowed them. */
export const mayRunThirdPartyScripts = (path: string): boolean => isAmong(PUBLIC_PAGES, path);

/** Returns whether a third-party bot check may run on a page, for a visitor who is not signed in and has allowed it. */
export const mayRunBotCheckScript = (path: string): boolean => isAmong(FORM_PAGES, path);
