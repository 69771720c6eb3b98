import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { navigate } from 'wouter/use-browser-location';
import type { IdentityReply } from '#shared/contract/identity.ts';
import type { User } from '#shared/contract/users.ts';
import { PROFILE_KEY } from '#web/features/account/queries.ts';
import { forgetDrafts, hasPending } from '#web/features/assessment/store.ts';
import { forgetDownloads } from '#web/features/downloads/store.ts';
import { forgetDeclined } from '#web/features/ledger/store.ts';
import { apiIdentity, setApiIdentity } from '#web/lib/api.ts';
import { leave } from '#web/lib/departure.ts';
import { forgetOutbox, settle } from '#web/lib/outbox.ts';
import { authProvider } from './adapters/provider.ts';
import type { ResetInput, SignInInput, SignUpInput } from './model.ts';

export const IDENTITY_KEY = ['/api/auth/identity'] as const;

/** Begins to find out how people sign in here, before the first page asks. */
export function prepareIdentity(): void {
  // Whoever asks later hears of a failure, and asks again.
  authProvider().catch(() => undefined);
}

/** Who is signed in on this browser: undefined while it loads, then an identity or null. */
export function useIdentity() {
  return useQuery<IdentityReply | null>({
    queryKey: IDENTITY_KEY,
    queryFn: async ({ signal }) => {
      const provider = await authProvider();
      const identity = await provider.current(signal);
      const former = apiIdentity();
      // Another tab signed somebody else in: nothing of who was here stays on the screen or in memory.
      if (former && identity && former.uid !== identity.uid) {
        location.reload();
        return new Promise<never>(() => {});
      }
      // Whose sign-in ended keeps their name: what waits of theirs is refused, not sent as the next person's.
      if (identity) setApiIdentity(identity);
      return identity;
    },
    staleTime: Infinity,
    gcTime: Infinity,
  });
}

/** Writes into the address that somebody who just signed in goes on from here, unlike one who opens the page. */
function goOnFrom(address: string): void {
  const { pathname, searchParams } = new URL(address, location.origin);
  if (searchParams.has('next')) return;
  searchParams.set('next', '/');
  navigate(`${pathname}?${searchParams.toString()}`, { replace: true });
}

/** Asks again who is signed in, once for however many calls found out that it is no longer known. */
export function askWhoIsThere(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: IDENTITY_KEY }, { cancelRefetch: false });
}

type Outcome = IdentityReply | 'confirm_email' | 'redirecting' | 'cancelled';

/** A way in. Its outcome is an identity, or a word for what happens instead. */
function useEntry<Input, Reply extends Outcome>(enter: (input: Input) => Promise<Reply>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: enter,
    onSuccess: (outcome) => {
      if (typeof outcome === 'string') return;
      setApiIdentity(outcome);
      // Nothing of whoever was here before stays. Queries are emptied, not removed: whoever watches one
      // (the language and the outbox follow the profile) would not hear of the next person.
      void queryClient.resetQueries({
        predicate: ({ queryKey }) => queryKey[0] !== IDENTITY_KEY[0],
      });
      goOnFrom(location.pathname + location.search);
      queryClient.setQueryData(IDENTITY_KEY, outcome);
    },
  });
}

/**
 * Creates an identity with e-mail and password, and signs in; `confirm_email` when a letter has to be
 * opened first. Refused with `email_unusable` where the address has an account.
 */
export function useSignUp() {
  return useEntry(async (input: SignUpInput) => (await authProvider()).signUp(input));
}

/** Signs in with e-mail and password. */
export function useSignIn() {
  return useEntry(async (input: SignInInput) => (await authProvider()).signIn(input));
}

/** Signs in with Google; the input is the path to come back to. */
export function useGoogleSignIn() {
  return useEntry(async (next: string) => (await authProvider()).signInWithGoogle(next));
}

/** Sends a letter for a new password; succeeds alike whether or not the address is known. */
export function useSendPasswordReset() {
  return useMutation({
    mutationFn: async (input: ResetInput) => (await authProvider()).sendPasswordReset(input),
  });
}

/** Removes from this device what belongs to a person: everybody's, or everybody else's than the `owner`'s. */
export async function forgetPeople(owner?: string): Promise<void> {
  // First, so that no other tab writes anew what is removed here.
  if (owner === undefined) leave();
  forgetDrafts(owner);
  forgetDeclined(owner);
  // Downloads know by themselves whose they are when somebody else comes.
  await Promise.all([forgetOutbox(owner), owner === undefined && forgetDownloads()]);
}

/** What would be lost by signing out: how many things done, and whether answers of an assessment under way. */
interface Unsent {
  things: number;
  answers: boolean;
}

/** Sends what only this device has of a person; null once the server has it all. */
async function sendAll(owner: string): Promise<Unsent | null> {
  const [things, delivered] = await Promise.all([
    settle(owner),
    // What delivers them comes when it is needed; without a network it does not come either.
    !hasPending(owner) ||
      import('#web/features/assessment/queries.ts').then(
        ({ deliverDraft }) => deliverDraft(owner),
        () => false,
      ),
  ]);
  return things === 0 && delivered ? null : { things, answers: !delivered };
}

/**
 * Ends the sign-in session, then leaves the app by a full load, so that nothing of it stays in memory. What
 * waits is sent before. Unless called with `true`, it resolves to what could not be, and nobody is signed out.
 */
export function useSignOut() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (anyway: boolean) => {
      const owner = queryClient.getQueryData<User>(PROFILE_KEY)?.id;
      const unsent = anyway || !owner ? null : await sendAll(owner);
      if (!unsent) await (await authProvider()).signOut();
      return unsent;
    },
    onSuccess: async (unsent) => {
      if (unsent) return;
      await forgetPeople();
      setApiIdentity(null);
      location.assign('/');
    },
  });
}

/** Erases the person on the server, and the account at the provider where that is somebody else. */
export async function eraseIdentity(onServer: () => Promise<unknown>): Promise<void> {
  await (await authProvider()).erase(onServer);
}
