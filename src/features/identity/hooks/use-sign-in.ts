import { useMutation, useQueryClient } from '@tanstack/react-query';
import { navigate } from 'wouter/use-browser-location';
import type { IdentityReply } from '#shared/contract/identity.ts';
import { isThirdPartyScriptRunning } from '#web/features/scripts/store.ts';
import { api, findApiIdentity, type InputOf, setApiIdentity } from '#web/lib/api.ts';
import {
  createApiRefusal,
  type PasswordResetRequestInput,
  type SignInInput,
  type SignUpInput,
} from '../model.ts';
import {
  finishSignOutOnServerAndCheckIfDue,
  loadAuthProvider,
  IDENTITY_QUERY_KEY,
} from '../queries.ts';

// Apart from queries.ts, so that pages without a sign-in do without.

/** Adds `next=/` to the URL, so that the auth page knows the person has just signed in. */
function setNextInUrl(address: string): void {
  const { pathname, searchParams } = new URL(address, location.origin);
  if (searchParams.has('next')) return;
  searchParams.set('next', '/');
  navigate(`${pathname}?${searchParams.toString()}`, { replace: true });
}

type SignInOutcome = IdentityReply | 'confirm_email' | 'redirecting' | 'cancelled';

/** Returns a sign-in mutation. It resolves to an identity, or to a word for what happens instead. */
function useSignInMutation<Input, Reply extends SignInOutcome>(
  enter: (input: Input) => Promise<Reply>,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input) => {
      await finishSignOutOnServerAndCheckIfDue();
      return enter(input);
    },
    onSuccess: (outcome) => {
      if (typeof outcome === 'string') return;
      setApiIdentity(outcome);
      // Nothing of the former person stays. Queries are emptied, not removed: what watches one (the language and the
      // sync follow the profile) would not hear of the next person.
      void queryClient.resetQueries({
        predicate: ({ queryKey }) => queryKey[0] !== IDENTITY_QUERY_KEY[0],
      });
      setNextInUrl(location.pathname + location.search);
      // What ran beside the form runs until its document is gone: a person's pages get one of their own.
      if (isThirdPartyScriptRunning('recaptcha')) return location.reload();
      queryClient.setQueryData(IDENTITY_QUERY_KEY, outcome);
    },
  });
}

/**
 * Mutation that signs up with e-mail and password; resolves to `confirm_email` when an e-mail says how to go on.
 * Firebase refuses with `email_unusable` where the address has an account.
 */
export function useSignUp() {
  return useSignInMutation(async (input: SignUpInput) => (await loadAuthProvider()).signUp(input));
}

/** Mutation that signs in with e-mail and password, and clears the cached data of the person before. */
export function useSignIn() {
  return useSignInMutation(async (input: SignInInput) => (await loadAuthProvider()).signIn(input));
}

/**
 * Mutation that signs the same person in again with their password, before an action that requires a recent sign-in;
 * cached data stay.
 * @throws {ApiError} unauthorised (no session), and what a sign-in is refused with.
 */
export function useReauthenticateWithPassword() {
  return useMutation({
    mutationFn: async (input: Omit<SignInInput, 'email'>) => {
      const identity = findApiIdentity();
      if (!identity) throw createApiRefusal(401, 'unauthorised');
      await (await loadAuthProvider()).signIn({ ...input, email: identity.email });
    },
  });
}

/**
 * Mutation that signs the same person in again with Google, before an action that requires a recent sign-in. Resolves
 * to true when it is done; to false when it was cancelled or the page is being left for Google, and the action must not
 * go on.
 */
export function useReauthenticateWithGoogle() {
  return useMutation({
    mutationFn: async () => {
      const next = location.pathname + location.search;
      return typeof (await (await loadAuthProvider()).signInWithGoogle(next)) === 'object';
    },
  });
}

/**
 * Mutation that creates the account of a confirmation or invitation e-mail and signs in. Only for the built-in sign-in.
 */
export function useConfirmSignUp() {
  return useSignInMutation((body: InputOf<'POST /api/auth/sign-up/confirm'>['body']) =>
    api('POST /api/auth/sign-up/confirm', { body }),
  );
}

/**
 * Mutation that signs in with Google; its input is the path to come back to. Resolves to `redirecting` or `cancelled`
 * instead of an identity when the person is not signed in yet.
 */
export function useGoogleSignIn() {
  return useSignInMutation(async (next: string) =>
    (await loadAuthProvider()).signInWithGoogle(next),
  );
}

/** Mutation that sends a password-reset e-mail; succeeds the same way whether or not the address has an account. */
export function useSendPasswordResetEmail() {
  return useMutation({
    mutationFn: async (input: PasswordResetRequestInput) =>
      (await loadAuthProvider()).sendPasswordResetEmail(input),
  });
}
