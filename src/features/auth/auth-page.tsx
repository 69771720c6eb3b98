import { useEffect, useState } from 'react';
import { Link, Redirect, useSearch } from 'wouter';
import { SessionArt } from '#web/features/art/components/session-art.tsx';
import { useGoogleSignIn } from '#web/features/identity/hooks/use-sign-in.ts';
import { useIdentity, useServerConfig } from '#web/features/identity/queries.ts';
import { LazyNetworkNotice } from '#web/features/offline/components/needs-network.tsx';
import { useHistoryEntryState } from '#web/lib/entry-state.ts';
import { paths } from '#web/lib/paths.ts';
import { useSignUpMode } from '#web/lib/sign-up-mode.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Notice } from '#web/ui/notice.tsx';
import { PageHeading } from '#web/ui/page.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { AlreadySignedIn } from './components/already-signed-in.tsx';
import { ConfirmEmailForm } from './components/confirm-email.tsx';
import { CredentialsForm } from './components/credentials-form.tsx';
import { ForgotPasswordForm } from './components/forgot-form.tsx';
import { LockAccountForm } from './components/lock-account.tsx';
import { EmailLinkPasswordForm } from './components/password-form.tsx';
import {
  type AuthView,
  parseAuthView,
  isAuthViewAllowedWhenSignedIn,
  type EmailLinkSecret,
  parseEmailLinkSecret,
  parseNextPath,
} from './model.ts';
import { SignInFailureNotice } from './components/outcome.tsx';

const TEXT_KEYS = {
  'sign-in': 'signIn',
  'sign-up': 'signUp',
  forgot: 'forgot',
  reset: 'reset',
  'confirm-sign-up': 'confirmSignUp',
  invited: 'invited',
  'confirm-email': 'confirmEmail',
  lock: 'lock',
} as const satisfies Record<AuthView, string>;

/**
 * The auth page: sign in, sign up, reset a forgotten password, or follow a link from one of our e-mails. A signed-in
 * person is redirected to `next`, or sees which account is signed in.
 */
export default function AuthPage() {
  const { t } = useTranslation('auth');
  const search = useSearch();
  const view = parseAuthView(search);
  const signUp = useSignUpMode();
  const isShut = view === 'sign-up' && signUp !== 'open';
  const words = isShut ? (`notOpen.${signUp}` as const) : TEXT_KEYS[view];
  const secret = useEmailLinkSecret();
  const { data: identity } = useIdentity();
  // The browser's Back does not lead to the form of a past sign-in.
  const [wasVisitor, setWasVisitor] = useHistoryEntryState<true>('visitor');
  useEffect(() => {
    if (identity === null && !wasVisitor) setWasVisitor(true, { replace: true });
  }, [identity, wasVisitor, setWasVisitor]);
  const isSignedIn = identity && !isAuthViewAllowedWhenSignedIn(view);
  const asked = new URLSearchParams(search);
  const leadsOn = isSignedIn && (asked.has('next') || wasVisitor === true);
  usePageTitle(isSignedIn ? t('already.title') : t(`${words}.title`), !leadsOn);
  if (isSignedIn) {
    if (leadsOn) return <Redirect to={parseNextPath(search)} replace />;
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
            <Notice tone="refusal">
              {t(asked.get('refused') === 'sign-up' ? 'googleNew' : 'googleRefused')}
            </Notice>
          </div>
        )}
        <LazyNetworkNotice what="signIn" />
        {isShut && <SignUpNotOpen action={t(`notOpen.${signUp}.action`)} />}
        {(view === 'sign-in' || view === 'sign-up') && !isShut && (
          <>
            <CredentialsForm mode={view} search={search} />
            <GoogleButton next={parseNextPath(search)} />
          </>
        )}
        {view === 'forgot' && <ForgotPasswordForm />}
        {(view === 'reset' || view === 'confirm-sign-up' || view === 'invited') && (
          <EmailLinkPasswordForm key={view} what={view} secret={secret} />
        )}
        {view === 'confirm-email' && <ConfirmEmailForm token={secret.token} />}
        {view === 'lock' && <LockAccountForm token={secret.token} />}
      </div>
      <div className="flex gap-7 max-wide:hidden" aria-hidden="true">
        <SessionArt id="before-sunrise" kind="load" className="w-60" />
        <SessionArt id="over-the-clouds" kind="flow" className="w-60" />
      </div>
    </div>
  );
}

/** What is there in place of the sign-up form where sign-up is not open: the waitlist, and signing in. */
function SignUpNotOpen({ action }: { action: string }) {
  const { t } = useTranslation('auth');
  return (
    <div className="grid gap-4">
      <ButtonLink href={paths.waitlist()}>{action}</ButtonLink>
      <Link href={paths.auth()} asChild>
        <ButtonLink variant="secondary">{t('signIn.submit')}</ButtonLink>
      </Link>
    </div>
  );
}

/** Reads the secret in the URL's hash and removes it from the address bar and the history at once. */
function useEmailLinkSecret(): EmailLinkSecret {
  const [secret] = useState(() => parseEmailLinkSecret(location.hash));
  useEffect(() => {
    if (secret.token !== '') history.replaceState(null, '', location.pathname + location.search);
  }, [secret]);
  return secret;
}

function GoogleButton({ next }: { next: string }) {
  const { t } = useTranslation('auth');
  const { data: config } = useServerConfig();
  const google = useGoogleSignIn();
  if (!config?.google) return null;
  const isLeaving = google.isPending || google.data === 'redirecting';
  return (
    <div className="mt-8 border-t border-line pt-6">
      <Button variant="secondary" wide busy={isLeaving} onClick={() => google.mutate(next)}>
        {t('google')}
      </Button>
      {google.error && (
        <div className="mt-4">
          <SignInFailureNotice error={google.error} />
        </div>
      )}
    </div>
  );
}
