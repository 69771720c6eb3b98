import { useTranslation } from 'react-i18next';
import { Redirect, useSearch } from 'wouter';
import { SessionArt } from '#web/features/art/components/session-art.tsx';
import { useIdentity } from '#web/features/identity/queries.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { PageHeading } from '#web/ui/page.tsx';
import { EntryForm } from './components/entry-form.tsx';
import { modeOf, whereNext } from './model.ts';

/** Sign in or create an account, on one calm page. Whoever is signed in already goes on to where they were going. */
export default function AuthPage() {
  const { t } = useTranslation('auth');
  const search = useSearch();
  const { data: identity } = useIdentity();
  const mode = modeOf(search);
  const words = mode === 'sign-up' ? 'signUp' : 'signIn';
  usePageTitle(t(`${words}.title`));
  if (identity) return <Redirect to={whereNext(search)} replace />;
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-24 px-5 pt-6 pb-16 sm:pt-12 wide:grid-cols-[26rem_auto] wide:items-center wide:justify-between wide:px-8">
      <div className="mx-auto w-full max-w-md">
        <PageHeading title={t(`${words}.title`)} lead={t(`${words}.lead`)} />
        <EntryForm mode={mode} search={search} />
      </div>
      <div className="flex gap-7 max-wide:hidden" aria-hidden="true">
        <SessionArt id="before-sunrise" kind="load" className="w-60" />
        <SessionArt id="over-the-clouds" kind="flow" className="w-60" />
      </div>
    </div>
  );
}
