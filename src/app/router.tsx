import { useEffect, useState } from 'react';
import { Redirect, Route, useLocation, useSearch } from 'wouter';
import type { Language } from '#shared/rules/languages.ts';
import type { PersonState } from '#shared/rules/person-state.ts';
import { isEmailLink, resolveRoute, isSamePageInEveryState } from '#shared/rules/route-table.ts';
import { useReportPageViews } from '#web/features/tracking/hooks/use-tracking.ts';
import { paths } from '#web/lib/paths.ts';
import { PersonLoadFailed } from './components/person-load-failed.tsx';
import { Shell } from './components/shell.tsx';
import { AppLoading } from './components/app-loading.tsx';
import {
  NotFoundPage,
  StudioForbiddenPage,
  getPageComponent,
  preloadHelpAndToasts,
} from './pages.ts';
import { useReloadForPermissions } from './own-document.ts';
import { type PersonLoadState, usePersonLoadState } from './person.ts';
import { useRouteFocusAndScroll } from './route-focus.ts';

/** Renders the page or redirect that the route table decides for the person's account state. */
export function AppRouter({
  language,
  isLanguageReady,
}: {
  language: Language;
  /** Whether the texts of the profile's language are loaded. */
  isLanguageReady: boolean;
}) {
  const person = usePersonLoadState(language);
  const [path] = useLocation();
  const signInUrl = useExpiredSessionRedirect(person);
  if (signInUrl) return <Redirect to={signInUrl} replace />;
  if (person.status === 'failed') {
    // Help pages stay open when the person could not be loaded.
    if (isSamePageInEveryState(path)) return <AllowedPage state="signed_out" />;
    return <PersonLoadFailed {...person} />;
  }
  if (person.status !== 'known' || !isLanguageReady)
    return <AppLoading spinning={person.status === 'loading_subscription'} />;
  return <AllowedPage state={person.state} />;
}

/** Pages that fill the screen and have a way out of their own. */
const HAS_OWN_FRAME = /^\/(?:onboarding|content\/|admin|flight|rehearsal)/;
const IS_STUDIO = /^\/admin(?:\/|$)/i;

function AllowedPage({ state }: { state: PersonState }) {
  const [path] = useLocation();
  const [studioPath, setStudioPath] = useState('');
  if (state === 'admin' && path !== studioPath && path.startsWith(paths.admin()))
    setStudioPath(path);
  const address = `${path}?${useSearch()}`;
  const [emailLink, setEmailLink] = useState('');
  // Its page takes the secret out of the address, and stays until it is left: opened again, it would have none.
  if (address !== emailLink && isEmailLink(address) && location.hash) setEmailLink(address);
  // An admin who loses the role stays on the page that says so, with what they typed.
  const role = path === studioPath ? 'admin' : state;
  const decision = resolveRoute(path, address === emailLink ? 'signed_out' : role);
  useRouteFocusAndScroll(path);
  useReportPageViews(state !== 'signed_out', path);
  useEffect(preloadHelpAndToasts, []);
  const endedPassUrl = useEndedPassUrl(state);
  if (useReloadForPermissions(path)) return <AppLoading spinning={false} />;
  if (decision.kind === 'redirect') {
    const isToPasses = decision.to === paths.subscription();
    return <Redirect to={(isToPasses && endedPassUrl) || decision.to} replace />;
  }
  const pattern = decision.kind === 'page' ? decision.path : null;
  const MissingPage =
    state !== 'signed_out' && IS_STUDIO.test(path) ? StudioForbiddenPage : NotFoundPage;
  return (
    <Shell state={state} path={path} bare={pattern !== null && HAS_OWN_FRAME.test(pattern)}>
      {pattern ? (
        <Route path={pattern} component={getPageComponent(pattern, state)} />
      ) : (
        <MissingPage />
      )}
    </Shell>
  );
}

/** Returns the URL that says that the pass ended while the app was open and leads on to the page; null for all others. */
function useEndedPassUrl(state: PersonState): string | null {
  const [path] = useLocation();
  const search = useSearch();
  const [hadPass, setHadPass] = useState(false);
  const hasPass = state === 'pass' || state === 'admin';
  if (hasPass && !hadPass) setHadPass(true);
  return hadPass ? paths.endedSubscription(search === '' ? path : `${path}?${search}`) : null;
}

/**
 * Returns the sign-in URL to redirect to when the session expired while the app was open, with the present page as
 * `next`. Null for everyone else, and on pages that need no sign-in, so that help stays open.
 */
function useExpiredSessionRedirect(person: PersonLoadState): string | null {
  const [path] = useLocation();
  const search = useSearch();
  const [wasSignedIn, setWasSignedIn] = useState(false);
  if (person.status !== 'known') return null;
  const isSignedIn = person.state !== 'signed_out';
  const mayStay = path !== '/' && resolveRoute(path, 'signed_out').kind === 'page';
  if (isSignedIn !== wasSignedIn && (isSignedIn || mayStay)) setWasSignedIn(isSignedIn);
  if (isSignedIn || mayStay || !wasSignedIn) return null;
  const next = search === '' ? path : `${path}?${search}`;
  return `/auth?${new URLSearchParams({ lost: '', next }).toString()}`;
}
