import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { User } from '#shared/contract/users.ts';
import { api, ApiError, type InputOf } from '#web/lib/api.ts';
import { getDeviceTimeZone } from '#web/lib/clock.ts';
import { SPECIFIED_BEHAVIOURS } from '#web/lib/web-behaviours.ts';
import type { Language } from '#shared/rules/languages.ts';
import { buildNewUser } from './model.ts';

export const PROFILE_QUERY_KEY = ['/api/users/me'] as const;
export const SUBSCRIPTION_QUERY_KEY = ['/api/subscription-status'] as const;

/** The profile could not be created; the message is the specification's (section 8), with the response's text. */
export class UserCreationError extends Error {
  override name = 'UserCreationError';

  constructor(cause: unknown) {
    super(`Failed to create user ${cause instanceof Error ? cause.message : ''}`, { cause });
  }
}

/** Statuses of a profile fetch that tell nothing of the profile: unreached, signed out, too many requests, not ready. */
const UNTOLD_STATUSES: ReadonlySet<number> = new Set([0, 401, 429, 503]);

/**
 * Builds the profile query. When it is answered by 404 or another error, the profile is created, which returns one that
 * exists as it is, and fetched again (specification, section 4).
 */
export const buildFetchOrCreateProfileQuery = (language: Language) =>
  queryOptions<User>({
    queryKey: PROFILE_QUERY_KEY,
    queryFn: async ({ signal }) => {
      try {
        return await api('GET /api/users/me', { signal });
      } catch (error) {
        if (!(error instanceof ApiError) || UNTOLD_STATUSES.has(error.status)) throw error;
        await createProfile(language).catch((failure: unknown) => {
          // Of a profile that may be there, the page must not say that it could not be created.
          throw error.status === 404 ? failure : error;
        });
      }
      return api('GET /api/users/me', { signal });
    },
    retry: (failures, error) =>
      failures < SPECIFIED_BEHAVIOURS.profile.retries &&
      !(error instanceof ApiError && error.status === 404),
  });

async function createProfile(language: Language): Promise<void> {
  const { identity } = await api('GET /api/auth/identity');
  if (!identity) throw new ApiError(401, '');
  try {
    await api('POST /api/users', { body: buildNewUser(identity, language, identity.name) });
  } catch (error) {
    throw new UserCreationError(error);
  }
}

/** Returns the signed-in person's profile. Use only below the router, where it is always loaded. */
export function useProfile(): User {
  const { data } = useQuery<User>({ queryKey: PROFILE_QUERY_KEY, enabled: false });
  if (!data) throw new Error('no profile gate above');
  return data;
}

/** Query of whether the person has active access; to be used only once onboarding is complete. */
export const subscriptionQuery = queryOptions({
  queryKey: SUBSCRIPTION_QUERY_KEY,
  queryFn: ({ signal }) => api('GET /api/subscription-status', { signal }),
});

function useProfileMutation<Input>(change: (input: Input) => Promise<User>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (user) => queryClient.setQueryData(PROFILE_QUERY_KEY, user),
  });
}

/** Mutation that changes the name, the language or the time zone, and caches the new profile. */
export function useUpdateProfile() {
  return useProfileMutation((body: InputOf<'PATCH /api/users/me'>['body']) =>
    api('PATCH /api/users/me', { body }),
  );
}

/** Mutation that sets the flight date, a civil date in the time zone of this device, or removes it with null. */
export function useSetFlightDate() {
  return useProfileMutation((flightDate: string | null) =>
    api('PUT /api/users/me/flight-date', { body: { flightDate, timeZone: getDeviceTimeZone() } }),
  );
}

/**
 * Mutation that marks onboarding as complete; the router then opens the other pages. `wrapRequest` gets the request as a
 * function and has to call it, so that a caller can do something before and after it.
 */
export function useCompleteOnboarding(
  wrapRequest: (request: () => Promise<User>) => Promise<User>,
) {
  return useProfileMutation(() =>
    wrapRequest(() =>
      api('POST /api/users/me/onboarding', { body: { timeZone: getDeviceTimeZone() } }),
    ),
  );
}

/** Query of the subscription status (`hasActiveAccess`, `endsAt` and so on), which the router has loaded. */
export function useSubscriptionStatus() {
  return useQuery(subscriptionQuery);
}
