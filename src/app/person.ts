import { type QueryClient, useQuery } from '@tanstack/react-query';
import { getPersonState, type PersonState } from '#shared/rules/person-state.ts';
import {
  PROFILE_QUERY_KEY,
  buildFetchOrCreateProfileQuery,
  SUBSCRIPTION_QUERY_KEY,
  subscriptionQuery,
} from '#web/features/account/queries.ts';
import {
  IDENTITY_QUERY_KEY,
  refetchIdentity,
  useIdentity,
} from '#web/features/identity/queries.ts';
import { buildDashboardQuery } from '#web/features/plan/queries.ts';
import { type ApiError, type ReplyOf, setApiIdentity } from '#web/lib/api.ts';
import { readCachedReplies } from '#web/lib/offline/lazy-offline.ts';
import { useReportSignIn } from '#web/features/tracking/hooks/use-tracking.ts';
import type { Language } from '#shared/rules/languages.ts';

/** How far the replies that say who this is have come, and who it is once they have. */
export type PersonLoadState =
  | { status: 'loading_profile' | 'loading_subscription' }
  | { status: 'failed'; about: 'person' | 'subscription'; error: Error; retry: () => void }
  | { status: 'known'; state: PersonState };

/** The dashboard counts down to them; their queries come with the pages that show them. */
const FLIGHTS_KEY = ['/api/flights'] as const;

/** What says whether there is a pass, or a role, by the code of the refusal. */
const ACCESS_KEYS: Record<string, readonly string[]> = {
  pass_required: SUBSCRIPTION_QUERY_KEY,
  admin_required: PROFILE_QUERY_KEY,
};

/**
 * Refetches the data behind a refused request: the subscription for `pass_required`, the profile for `admin_required`,
 * else the identity. The router then shows the page that the new data allow.
 */
export function refetchAfterAccessError(queryClient: QueryClient, error: ApiError): void {
  const queryKey = ACCESS_KEYS[error.code];
  if (!queryKey) return refetchIdentity(queryClient);
  void queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false });
}

/** Whether the page is what the service worker opens without a network (scripts/build-service-worker.ts). */
export const isOfflineDocument = (): boolean =>
  document.querySelector('meta[name=offline]') !== null;

/**
 * Puts the replies about the signed-in person and their day that are stored on this device into the query cache, before
 * the first render of a page that opens without a network, so that it shows at once. Does nothing where none are
 * stored.
 */
export async function restorePersonIfCached(
  queryClient: QueryClient,
  language: Language,
): Promise<void> {
  const keys = [
    PROFILE_QUERY_KEY,
    SUBSCRIPTION_QUERY_KEY,
    buildDashboardQuery(language).queryKey,
    FLIGHTS_KEY,
  ];
  const urls = [IDENTITY_QUERY_KEY, ...keys].map(([url]) => url);
  const [first, ...replies] = await readCachedReplies(urls);
  const identity = (first as ReplyOf<'GET /api/auth/identity'> | undefined)?.identity;
  if (!identity) return;
  setApiIdentity(identity);
  queryClient.setQueryData(IDENTITY_QUERY_KEY, identity);
  for (const [index, reply] of replies.entries())
    queryClient.setQueryData(keys[index] ?? [], reply);
}

/**
 * Loads identity, then profile, then subscription (each query starts when the one before has succeeded), and returns
 * the loading, failed or known state.
 */
export function usePersonLoadState(language: Language): PersonLoadState {
  const identity = useIdentity();
  const signedIn = identity.data != null;
  useReportSignIn(signedIn);
  const profile = useQuery({ ...buildFetchOrCreateProfileQuery(language), enabled: signedIn });
  const onboarded = profile.data?.onboardingComplete === true;
  const subscription = useQuery({ ...subscriptionQuery, enabled: signedIn && onboarded });

  const queries = [identity, ...(signedIn ? [profile] : []), ...(onboarded ? [subscription] : [])];
  for (const question of queries) {
    if (question.data !== undefined || !question.error) continue;
    const about = question === subscription ? 'subscription' : 'person';
    const retry = () => void question.refetch();
    return { status: 'failed', about, error: question.error, retry };
  }
  if (identity.data === undefined || (signedIn && !profile.data)) {
    return { status: 'loading_profile' };
  }
  if (onboarded && !subscription.data) return { status: 'loading_subscription' };
  return {
    status: 'known',
    state: getPersonState({
      signedIn,
      profile: profile.data ?? null,
      hasActiveAccess: subscription.data?.hasActiveAccess ?? false,
    }),
  };
}
