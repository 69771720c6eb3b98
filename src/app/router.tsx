import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Redirect, Route, useLocation } from 'wouter';
import type { PersonState } from '#shared/rules/person-state.ts';
import { decide, isBuilt, type BuiltPath } from '#shared/rules/route-table.ts';
import type { Language } from '#web/lib/i18n.ts';
import { Page } from '#web/ui/page.tsx';
import { SkeletonList } from '#web/ui/skeleton.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { PersonUnknown } from './components/person-unknown.tsx';
import { Shell } from './components/shell.tsx';
import { HomePage, LandingPage, NotFoundPage, PAGES } from './pages.ts';
import { usePerson } from './person.ts';
import { useRouteFocus } from './route-focus.ts';

/** Shows what the route table decides for the person who is there. */
export function Router({ language }: { language: Language }) {
  const { t } = useTranslation('ui');
  const person = usePerson(language);
  if (person.status === 'failed')
    return <PersonUnknown error={person.error} retry={person.retry} />;
  if (person.status === 'loading_subscription') {
    return (
      <div className="grid min-h-dvh place-items-center">
        <Spinner label={t('loading')} />
      </div>
    );
  }
  if (person.status !== 'known') return <Loading />;
  return <Allowed state={person.state} />;
}

function Loading() {
  const { t } = useTranslation('ui');
  return (
    <Page narrow>
      <SkeletonList count={4} label={t('loading')} />
    </Page>
  );
}

function Allowed({ state }: { state: PersonState }) {
  const [path] = useLocation();
  const decision = decide(path, state);
  useRouteFocus(path);
  if (decision.kind === 'redirect') return <Redirect to={decision.to} replace />;
  const pattern = decision.kind === 'page' && isBuilt(decision.path) ? decision.path : null;
  return (
    <Shell state={state} path={path} bare={pattern === '/onboarding' || pattern === '/content/:id'}>
      <Suspense fallback={<Loading />}>
        {pattern ? <Route path={pattern} component={pageOf(pattern, state)} /> : <NotFoundPage />}
      </Suspense>
    </Shell>
  );
}

function pageOf(pattern: BuiltPath, state: PersonState) {
  if (pattern === '/') return state === 'signed_out' ? LandingPage : HomePage;
  return PAGES[pattern];
}
