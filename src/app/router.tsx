import { useEffect } from 'react';
import { Redirect, Route, useLocation } from 'wouter';
import type { PersonState } from '#shared/rules/person-state.ts';
import { decide, isBuilt, isOpenToAll } from '#shared/rules/route-table.ts';
import type { Language } from '#web/lib/i18n.ts';
import { PersonUnknown } from './components/person-unknown.tsx';
import { Shell } from './components/shell.tsx';
import { Waiting } from './components/waiting.tsx';
import { NotFoundPage, pageOf, preloadHelp } from './pages.ts';
import { useLostSession } from './lost-session.ts';
import { usePerson } from './person.ts';
import { useRouteFocus } from './route-focus.ts';

/** Shows what the route table decides for the person who is there. */
export function Router({
  language,
  speaksTheirs,
}: {
  language: Language;
  /** Whether the app speaks the language of whoever is there by now. */
  speaksTheirs: boolean;
}) {
  const person = usePerson(language);
  const [path] = useLocation();
  const lost = useLostSession(person);
  if (lost) return <Redirect to={lost} replace />;
  if (person.status === 'failed') {
    // Help is for everybody, and for now above all.
    if (isOpenToAll(path)) return <Allowed state="signed_out" />;
    return <PersonUnknown {...person} />;
  }
  if (person.status !== 'known' || !speaksTheirs)
    return <Waiting spinning={person.status === 'loading_subscription'} />;
  return <Allowed state={person.state} />;
}

function Allowed({ state }: { state: PersonState }) {
  const [path] = useLocation();
  const decision = decide(path, state);
  useRouteFocus(path);
  useEffect(preloadHelp, []);
  if (decision.kind === 'redirect') return <Redirect to={decision.to} replace />;
  const pattern = decision.kind === 'page' && isBuilt(decision.path) ? decision.path : null;
  return (
    <Shell state={state} path={path} bare={pattern === '/onboarding' || pattern === '/content/:id'}>
      {pattern ? <Route path={pattern} component={pageOf(pattern, state)} /> : <NotFoundPage />}
    </Shell>
  );
}
