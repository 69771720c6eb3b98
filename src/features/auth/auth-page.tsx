import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Redirect, useSearch } from 'wouter';
import { SessionArt } from '#web/features/art/components/session-art.tsx';
import { useIdentity } from '#web/features/identity/queries.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Notice } from '#web/ui/notice.tsx';
import { PageHeading } from '#web/ui/page.tsx';
import { AlreadySignedIn } from './components/already-signed-in.tsx';
import { ConfirmEmail } from './components/confirm-email.tsx';
import { EntryForm } from './components/entry-form.tsx';
import { ForgotForm } from './components/forgot-form.tsx';
import { GoogleButton } from './components/google-button.tsx';
import { PasswordForm } from './components/password-form.tsx';
import { type Face, faceOf, isForSignedIn, type Secret, secretOf, whereNext } from './model.ts';

const WORDS = {
  'sign-in': 'signIn',
  'sign-up': 'signUp',
  forgot: 'forgot',
  reset: 'reset',
  'confirm-sign-up': 'confirmSignUp',
  'confirm-email': 'confirmEmail',
} as const satisfies Record<Face, string>;

/**
 * Sign in, create an account, find the way back in, or follow the link of a letter, on one calm page.
 * Whoever is signed in already goes on to where they were going, or reads as whom they are.
 */
export default function AuthPage() {
  const { t } = useTranslation('auth');
  const search = useSearch();
  const face = faceOf(search);
  const words = WORDS[face];
  const secret = useSecret();
  const { data: identity } = useIdentity();
  const isSignedIn = identity && !isForSignedIn(face);
  usePageTitle(isSignedIn ? t('already.title') : t(`${words}.title`));
  const asked = new URLSearchParams(search);
  if (isSignedIn) {
    if (asked.has('next')) return <Redirect to={whereNext(search)} replace />;
    return <AlreadySignedIn email={identity.email} />;
  }
  return (
    <div className="mx-auto grid w-full max-w-6xl gap-24 px-5 pt-8 pb-16 wide:pt-12 wide:grid-cols-[26rem_auto] wide:items-center wide:justify-between wide:px-8">
      <div className="w-full max-w-md">
        <PageHeading title={t(`${words}.title`)} lead={t(`${words}.lead`)} />
        {asked.has('lost') && (
          <div className="mb-6">
            <Notice>{t('lost')}</Notice>
          </div>
        )}
        {asked.has('refused') && (
          <div className="mb-6">
            <Notice tone="refusal">{t('googleRefused')}</Notice>
          </div>
        )}
        {(face === 'sign-in' || face === 'sign-up') && (
          <>
            <EntryForm mode={face} search={search} />
            <GoogleButton next={whereNext(search)} />
          </>
        )}
        {face === 'forgot' && <ForgotForm />}
        {(face === 'reset' || face === 'confirm-sign-up') && (
          <PasswordForm key={face} what={face} secret={secret} />
        )}
        {face === 'confirm-email' && <ConfirmEmail token={secret.token} />}
      </div>
      <div className="flex gap-7 max-wide:hidden" aria-hidden="true">
        <SessionArt id="before-sunrise" kind="load" className="w-60" />
        <SessionArt id="over-the-clouds" kind="flow" className="w-60" />
      </div>
    </div>
  );
}

/** What stands behind the `#` of a letter's link; it leaves the address bar, and so the history, at once. */
function useSecret(): Secret {
  const [secret] = useState(() => secretOf(location.hash));
  useEffect(() => {
    if (secret.token !== '') history.replaceState(null, '', location.pathname + location.search);
  }, [secret]);
  return secret;
}
