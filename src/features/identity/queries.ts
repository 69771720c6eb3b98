import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { IdentityReply } from '#shared/contract/identity.ts';
import { forgetAllDrafts } from '#web/features/assessment/store.ts';
import { api, ApiError, type InputOf, setApiIdentity } from '#web/lib/api.ts';

export const IDENTITY_KEY = ['/api/auth/identity'] as const;

/** Who is signed in on this browser: undefined while it loads, then an identity or null. */
export function useIdentity() {
  return useQuery<IdentityReply | null>({
    queryKey: IDENTITY_KEY,
    queryFn: async ({ signal }) => {
      const { identity } = await api('GET /api/auth/identity', { signal });
      setApiIdentity(identity);
      return identity;
    },
    staleTime: Infinity,
    gcTime: Infinity,
  });
}

function useEntry<Input>(enter: (input: Input) => Promise<IdentityReply>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: enter,
    onSuccess: (identity) => {
      setApiIdentity(identity);
      // Nothing of whoever was here before stays. The identity itself is watched by the router, which
      // would not hear of a new one if its query were taken away under it.
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== IDENTITY_KEY[0] });
      queryClient.setQueryData(IDENTITY_KEY, identity);
    },
  });
}

/**
 * Creates an identity with e-mail and password, then signs in with them. The server answers alike for an
 * address it knows, so that there the second step may fail: `email_unusable`.
 */
export function useSignUp() {
  return useEntry(async (body: InputOf<'POST /api/auth/sign-up'>['body']) => {
    await api('POST /api/auth/sign-up', { body });
    const { email, password } = body;
    try {
      return await api('POST /api/auth/sign-in', { body: { email, password } });
    } catch (error) {
      const isKnown = error instanceof ApiError && error.code === 'wrong_credentials';
      throw isKnown ? new ApiError(422, '{"error":{"code":"email_unusable"}}') : error;
    }
  });
}

/** Signs in with e-mail and password. */
export function useSignIn() {
  return useEntry((body: InputOf<'POST /api/auth/sign-in'>['body']) =>
    api('POST /api/auth/sign-in', { body }),
  );
}

/** Ends the sign-in session, then leaves the app by a full load, so that nothing of it stays in memory. */
export function useSignOut() {
  return useMutation({
    mutationFn: () => api('POST /api/auth/sign-out', { body: {} }),
    onSuccess: () => {
      forgetAllDrafts();
      setApiIdentity(null);
      location.assign('/');
    },
  });
}
