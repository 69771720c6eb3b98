import {
  type QueryClient,
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { navigate } from 'wouter/use-browser-location';
import type { IdentityReply } from '#shared/contract/identity.ts';
import type { User } from '#shared/contract/users.ts';
import type { QueuedRoute } from '#shared/rules/queued-routes.ts';
import { PROFILE_KEY } from '#web/features/account/queries.ts';
import { isThirdPartyScriptRunning } from '#web/features/scripts/store.ts';
import {
  getApiIdentity,
  setApiIdentity,
  api,
  ApiError,
  hasErrorCode,
  setApiTokenSource,
  type InputOf,
  type ReplyOf,
} from '#web/lib/api.ts';
import { now } from '#web/lib/clock.ts';
import { clearDeviceData } from '#web/lib/device-data.ts';
import { isNetworkReached } from '#web/lib/network.ts';
import { paths } from '#web/lib/paths.ts';
import { peekPreloadedReply } from '#web/lib/preloaded-replies.ts';
import { deviceStorage } from '#web/lib/storage.ts';
import { flushPendingWrites } from '#web/lib/sync/lazy-sync.ts';
import { INVALID_FIREBASE_KEY_CODE, isFirebaseApiKey } from '#shared/rules/firebase.ts';
import {
  type ResetInput,
  type SignInInput,
  type SignUpInput,
  type AuthProvider,
  createApiRefusal,
} from './model.ts';
import { builtinAuthProvider } from './adapters/builtin.ts';

export const IDENTITY_KEY = ['/api/auth/identity'] as const;

/** Query of the server's public configuration, such as who may sign up; constant while the app is open. */
export function useServerConfig() {
  return useQuery<ReplyOf<'GET /api/config'>>({ queryKey: ['/api/config'], staleTime: Infinity });
}

let providerPromise: Promise<AuthProvider> | undefined;

/**
 * Loads the auth provider of this installation, once. Firebase's SDK is loaded only where it is used.
 * @throws {ApiError} `invalid-api-key` for an impossible key; `network` when the server does not answer.
 */
export function getAuthProvider(): Promise<AuthProvider> {
  providerPromise ??= loadProvider().catch((error: unknown) => {
    providerPromise = undefined;
    throw error;
  });
  return providerPromise;
}

async function loadProvider(): Promise<AuthProvider> {
  const { authProvider: name, firebase } = await api('GET /api/config');
  if (name === 'builtin') return builtinAuthProvider;
  if (!firebase || !isFirebaseApiKey(firebase.apiKey))
    throw createApiRefusal(500, INVALID_FIREBASE_KEY_CODE);
  const { createFirebaseAuthProvider } = await import('./adapters/firebase.ts');
  const provider = createFirebaseAuthProvider(firebase);
  setApiTokenSource(() => provider.getToken());
  return provider;
}

/** Starts loading the auth provider before the first page asks for it. */
export function preloadAuthProvider(): void {
  // Errors are handled by the later call, which tries again.
  getAuthProvider().catch(() => undefined);
}

/** Says that a person signed out on this device without a network; its counterpart is in unfinished-sign-out.ts. */
const LEFT = 'envol-sign-out';

/**
 * Ends a sign-in on the server that was ended on this device without a network; resolves to whether there was one.
 * @throws {ApiError} while the server is not reached.
 */
async function endFormerSignIn(): Promise<boolean> {
  if (deviceStorage.read(LEFT) === null) return false;
  const { finishPendingSignOut } = await import('#web/lib/offline/unfinished-sign-out.ts');
  if (!(await finishPendingSignOut())) throw new ApiError(0, 'network');
  deviceStorage.remove(LEFT);
  return true;
}

const identityQuery = queryOptions<IdentityReply | null>({
  queryKey: IDENTITY_KEY,
  meta: { preloaded: 'unused' },
  queryFn: async ({ signal }) => {
    const late = new Promise<null>((resolve) => setTimeout(resolve, 1_000, null));
    const hasEnded = await Promise.race([endFormerSignIn().catch(() => null), late]);
    // Until the server knows, which a bad network may hold up, nobody is signed in here; once it does, what came with the page is of the former person.
    if (hasEnded === null) return null;
    if (hasEnded) return reload();
    const provider = await getAuthProvider();
    const identity = await provider.getIdentity(signal);
    const former = getApiIdentity();
    // Another tab signed another person in: reload, so that no data of the former person stays in memory.
    if (former && identity && former.uid !== identity.uid) {
      return reload();
    }
    // An ended sign-in keeps its identity: waiting writes are then refused, not sent as the next person's.
    if (identity) setApiIdentity(identity);
    return identity;
  },
  staleTime: Infinity,
  gcTime: Infinity,
});

/** Opens the page again; never resolves. */
function reload(): Promise<never> {
  location.reload();
  return new Promise<never>(() => {});
}

/** Query of the identity signed in on this browser: undefined while it loads, null when nobody is signed in. */
export function useIdentity() {
  return useQuery(identityQuery);
}

/** Puts the identity that came with the page into the cache, before the first render; does nothing when none came. */
export async function restorePreloadedIdentity(queryClient: QueryClient): Promise<void> {
  if (peekPreloadedReply(IDENTITY_KEY[0]) !== undefined)
    await queryClient.prefetchQuery(identityQuery);
}

/** Adds `next=/` to the URL, so that the auth page knows the person has just signed in. */
function setNextInUrl(address: string): void {
  const { pathname, searchParams } = new URL(address, location.origin);
  if (searchParams.has('next')) return;
  searchParams.set('next', '/');
  navigate(`${pathname}?${searchParams.toString()}`, { replace: true });
}

/** Refetches the signed-in identity; calls while a fetch is running share that fetch. */
export function refetchIdentity(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: IDENTITY_KEY }, { cancelRefetch: false });
}

type SignInOutcome = IdentityReply | 'confirm_email' | 'redirecting' | 'cancelled';

/** Returns a sign-in mutation. It resolves to an identity, or to a word for what happens instead. */
function useSignInMutation<Input, Reply extends SignInOutcome>(
  enter: (input: Input) => Promise<Reply>,
) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (input: Input) => {
      await endFormerSignIn();
      return enter(input);
    },
    onSuccess: (outcome) => {
      if (typeof outcome === 'string') return;
      setApiIdentity(outcome);
      // Nothing of whoever was here before stays. Queries are emptied, not removed: whoever watches one
      // (the language and the sync follow the profile) would not hear of the next person.
      void queryClient.resetQueries({
        predicate: ({ queryKey }) => queryKey[0] !== IDENTITY_KEY[0],
      });
      setNextInUrl(location.pathname + location.search);
      // What ran beside the form runs until its document is gone: a person's pages get one of their own.
      if (isThirdPartyScriptRunning('recaptcha')) return location.reload();
      queryClient.setQueryData(IDENTITY_KEY, outcome);
    },
  });
}

/**
 * Mutation that signs up with e-mail and password; resolves to `confirm_email` when an e-mail says how to go on.
 * Firebase refuses with `email_unusable` where the address has an account.
 */
export function useSignUp() {
  return useSignInMutation(async (input: SignUpInput) => (await getAuthProvider()).signUp(input));
}

/** Mutation that signs in with e-mail and password, and clears the cached data of the person before. */
export function useSignIn() {
  return useSignInMutation(async (input: SignInInput) => (await getAuthProvider()).signIn(input));
}

/**
 * Mutation that signs the same person in again with their password, before an action that requires a recent sign-in;
 * cached data stay.
 * @throws {ApiError} unauthorised (nobody is signed in), and what a sign-in is refused with.
 */
export function useSignInAgain() {
  return useMutation({
    mutationFn: async (input: Omit<SignInInput, 'email'>) => {
      const identity = getApiIdentity();
      if (!identity) throw createApiRefusal(401, 'unauthorised');
      await (await getAuthProvider()).signIn({ ...input, email: identity.email });
    },
  });
}

/**
 * Mutation that signs the same person in again with Google, before an action that requires a recent sign-in. Resolves
 * to true when it is done; to false when it was cancelled or the page is being left for Google, and the action must not
 * go on.
 */
export function useGoogleSignInAgain() {
  return useMutation({
    mutationFn: async () => {
      const next = location.pathname + location.search;
      return typeof (await (await getAuthProvider()).signInWithGoogle(next)) === 'object';
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
 * instead of an identity when nobody is signed in yet.
 */
export function useGoogleSignIn() {
  return useSignInMutation(async (next: string) =>
    (await getAuthProvider()).signInWithGoogle(next),
  );
}

/** Mutation that sends a password-reset e-mail; succeeds the same way whether or not the address has an account. */
export function useSendPasswordReset() {
  return useMutation({
    mutationFn: async (input: ResetInput) => (await getAuthProvider()).sendPasswordReset(input),
  });
}

const ANSWERS: QueuedRoute = 'PUT /api/assessment/answers';

/** What signing out would lose: the number of unsent writes, and whether assessment answers are among it. */
interface UnsentData {
  writes: number;
  answers: boolean;
}

/** Sends what only this device has; resolves to what could not be sent, or null when nothing is left. */
async function sendUnsentData(owner: string): Promise<UnsentData | null> {
  const left = await flushPendingWrites(owner);
  const things = left.filter(({ route }) => route !== ANSWERS).length;
  return left.length === 0 ? null : { writes: things, answers: things < left.length };
}

/** Signs out on the server; where it is not reached, on this device, and there as soon as it is. */
async function endSignIn(): Promise<void> {
  try {
    await (await getAuthProvider()).signOut();
  } catch (error) {
    if (!hasErrorCode(error, 'network')) throw error;
    const { endSignInLater } = await import('#web/lib/offline/register-background-sync.ts');
    await endSignInLater();
    deviceStorage.write(LEFT, now().toISOString());
  }
}

/**
 * Mutation that sends the pending writes, signs out, clears this device and loads the home page. If writes cannot be
 * sent, it resolves to their numbers without signing out; called with `true` it sends none and signs out.
 */
export function useSignOut() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (anyway: boolean) => {
      const owner = queryClient.getQueryData<User>(PROFILE_KEY)?.id;
      const unsent = anyway || !owner ? null : await sendUnsentData(owner);
      if (!unsent) await endSignIn();
      return unsent;
    },
    onSuccess: async (unsent) => {
      if (unsent) return;
      await clearDeviceData();
      setApiIdentity(null);
      location.assign(isNetworkReached() ? '/' : paths.help());
    },
  });
}

/**
 * Calls `onServer`, which erases the person on the server, then deletes the account at an external auth provider such
 * as Firebase.
 * @throws {ApiError} recent_sign_in, before anything is erased, where the provider requires a recent sign-in.
 */
export async function eraseAccountEverywhere(onServer: () => Promise<unknown>): Promise<void> {
  await (await getAuthProvider()).erase(onServer);
}
