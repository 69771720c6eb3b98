import { useQuery } from '@tanstack/react-query';
import { personState, type PersonState } from '#shared/rules/person-state.ts';
import { profileQuery, subscriptionQuery } from '#web/features/account/queries.ts';
import { useIdentity } from '#web/features/identity/queries.ts';
import { useSignInTracking } from '#web/features/tracking/queries.ts';
import type { Language } from '#web/lib/i18n.ts';

export type Person =
  | { status: 'loading_profile' | 'loading_subscription' }
  | { status: 'failed'; about: 'person' | 'subscription'; error: Error; retry: () => void }
  | { status: 'known'; state: PersonState };

/** What the app knows of who is there; each question is asked only once the one before is answered. */
export function usePerson(language: Language): Person {
  const identity = useIdentity();
  const signedIn = identity.data != null;
  useSignInTracking(signedIn);
  const profile = useQuery({ ...profileQuery(language), enabled: signedIn });
  const onboarded = profile.data?.onboardingComplete === true;
  const subscription = useQuery({ ...subscriptionQuery, enabled: signedIn && onboarded });

  const asked = [identity, ...(signedIn ? [profile] : []), ...(onboarded ? [subscription] : [])];
  for (const question of asked) {
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
    state: personState({
      signedIn,
      profile: profile.data ?? null,
      hasActiveAccess: subscription.data?.hasActiveAccess ?? false,
    }),
  };
}
