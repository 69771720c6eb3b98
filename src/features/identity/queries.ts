import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import type { IdentityReply } from '#shared/contract/identity.ts';
import {
  findApiIdentity,
  setApiIdentity,
  api,
  ApiError,
  setApiTokenSource,
  type ReplyOf,
} from '#web/lib/api.ts';
import { peekPreloadedReply } from '#web/lib/preloaded-replies.ts';
import { deviceStorage } from '#web/lib/storage.ts';
import { INVALID_FIREBASE_KEY_CODE, isFirebaseApiKey } from '#shared/rules/firebase.ts';
import { type AuthProvider, createApiRefusal } from './model.ts';
import { builtinAuthProvider } from './adapters/builtin.ts';

export const IDENTITY_QUERY_KEY = ['/api/auth/identity'] as const;

/** Query of the server's public configuration, such as who may sign up; constant while the app is open. */
export function useServerConfig() {
  return useQuery<ReplyOf<'GET /api/config'>>({ queryKey: ['/api/config'], staleTime: Infinity });
}

let providerPromise: Promise<AuthProvider> | undefined;

/**
 * Loads the auth provider of this installation, once. Firebase's SDK is loaded only where it is used.
 * @throws {ApiError} `invalid-api-key` for an impossible key; `network` when the server does not answer.
 */
export function loadAuthProvider(): Promise<AuthProvider> {
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
  loadAuthProvider().catch(() => undefined);
}

/** Says that a person signed out on this device without a network; its counterpart is in unfinished-sign-out.ts. */
export const SIGN_OUT_KEY = 'envol-sign-out';

/**
 * Ends a sign-in on the server that was ended on this device without a network; resolves to whether there was one.
 * @throws {ApiError} while the server is not reached.
 */
export async function finishSignOutOnServerAndCheckIfDue(): Promise<boolean> {
  if (deviceStorage.read(SIGN_OUT_KEY) === null) return false;
  const { finishSignOutAndCheckIfNoneLeft } =
    await import('#web/lib/offline/unfinished-sign-out.ts');
  if (!(await finishSignOutAndCheckIfNoneLeft())) throw new ApiError(0, 'network');
  deviceStorage.remove(SIGN_OUT_KEY);
  return true;
}

const identityQuery = queryOptions<IdentityReply | null>({
  queryKey: IDENTITY_QUERY_KEY,
  meta: { preloaded: 'unused' },
  queryFn: async ({ signal }) => {
    const late = new Promise<null>((resolve) => setTimeout(resolve, 1_000, null));
    const hasEnded = await Promise.race([
      finishSignOutOnServerAndCheckIfDue().catch(() => null),
      late,
    ]);
    // Until the server knows, which a bad network may hold up, no person is signed in here; once it does, what came with the page is of the former
    // person.
    if (hasEnded === null) return null;
    if (hasEnded) return reload();
    const provider = await loadAuthProvider();
    const identity = await provider.getIdentity(signal);
    const former = findApiIdentity();
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

function reload(): Promise<never> {
  location.reload();
  return new Promise<never>(() => {});
}

/** Query of the identity signed in on this browser: undefined while it loads, null for a visitor. */
export function useIdentity() {
  return useQuery(identityQuery);
}

/** Puts the identity that came with the page into the cache, before the first render; does nothing when none came. */
export async function restorePreloadedIdentity(queryClient: QueryClient): Promise<void> {
  if (peekPreloadedReply(IDENTITY_QUERY_KEY[0]) !== undefined)
    await queryClient.prefetchQuery(identityQuery);
}

/** Refetches the signed-in identity; calls while a fetch is running share that fetch. */
export function refetchIdentity(queryClient: QueryClient): void {
  void queryClient.invalidateQueries({ queryKey: IDENTITY_QUERY_KEY }, { cancelRefetch: false });
}

/**
 * Calls `onServer`, which erases the person on the server, then deletes the account at an external auth provider such
 * as Firebase.
 * @throws {ApiError} recent_sign_in, before anything is erased, where the provider requires a recent sign-in.
 */
export async function eraseAccountEverywhere(onServer: () => Promise<unknown>): Promise<void> {
  await (await loadAuthProvider()).erase(onServer);
}
