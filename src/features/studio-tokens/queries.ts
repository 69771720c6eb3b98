import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { apiWithFreshSignIn } from '#web/features/security/store.ts';
import { api, type InputOf, type ReplyOf } from '#web/lib/api.ts';
import { useChange } from '#web/lib/use-change.ts';

const KEY = ['/api/admin/tokens'] as const;

/** Query of the API tokens, the newest first. */
export const useApiTokens = () =>
  useQuery<ReplyOf<'GET /api/admin/tokens'>>({ queryKey: KEY, staleTime: 0 });

/** Mutation that creates an API token, which its reply alone tells. */
export function useCreateApiToken() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: InputOf<'POST /api/admin/tokens'>['body']) =>
      apiWithFreshSignIn('POST /api/admin/tokens', { body }),
    onSuccess: ({ tokens }) => client.setQueryData(KEY, { tokens }),
  });
}

/** Mutation that ends an API token. */
export const useRevokeApiToken = () =>
  useChange((id: string) => api('POST /api/admin/tokens/:id/revoke', { params: { id } }), {
    replaces: KEY,
  });
