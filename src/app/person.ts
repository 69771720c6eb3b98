import { type QueryClient, useQuery } from '@tanstack/react-query';
import { getPersonState, type PersonState } from '#shared/rules/person-state.ts';
import {
  profileQuery,
  SUBSCRIPTION_KEY,
  subscriptionQuery,
} from '#web/features/account/queries.ts';
import { refetchIdentity, useIdentity } from '#web/features/identity/queries.ts';
import type { ApiError } from '#web/lib/api.ts';
import { useSignInTracking } from '#web/features/tracking/queries.ts';
import type { Language } from '#shared/rules/languages.ts';

export type Person =
  | { status: 'loading_profile' | 'loading_subscription' }
  | { status: 'failed'; about: 'person' | 'subscription'; error: Error; retry: () => void }
  | { status: 'known'; state: PersonState };

/** Finds out anew what the server said is missing, the pass or the sign-in; the router follows. */
export function refetchAccess(queryClient: QueryClient, error: ApiError): void {
  if (error.code !== 'pass_required') return refetchIdentity(queryClient);
  void queryClient.invalidateQueries({ queryKey: SUBSCRIPTION_KEY }, { cancelRefetch: false });
}

/**
 * Loads identity, then profile, then subscription (each query starts when the one before has succeeded), and returns
 * the loading, failed or known state.
 */
export function usePerson(language: Language): Person {
  const identity = useIdentity();
  const signedIn = identity.data != null;
  useSignInTracking(signedIn);
  const profile = useQuery({ ...profileQuery(language), enabled: signedIn });
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
