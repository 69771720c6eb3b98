import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { WebhookList } from '#shared/contract/admin-webhooks.ts';
import { apiWithFreshSignIn } from '#web/features/security/store.ts';
import { type InputOf } from '#web/lib/api.ts';
import { useChange } from '#web/lib/use-change.ts';

const KEY = ['/api/admin/webhooks'] as const;

/** Query of the webhooks and their latest deliveries. */
export const useWebhooks = () => useQuery<WebhookList>({ queryKey: KEY, staleTime: 0 });

/** Mutation that creates a webhook, whose secret its reply alone tells. */
export function useCreateWebhook() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: InputOf<'POST /api/admin/webhooks'>['body']) =>
      apiWithFreshSignIn('POST /api/admin/webhooks', { body }),
    onSuccess: ({ webhooks, deliveries }) => client.setQueryData(KEY, { webhooks, deliveries }),
  });
}

/** Mutation that sends an event to a webhook, to try it. */
export const useTryWebhook = () =>
  useChange(
    (id: string) => apiWithFreshSignIn('POST /api/admin/webhooks/:id/test', { params: { id } }),
    { replaces: KEY },
  );

/** Mutation that removes a webhook. */
export const useDeleteWebhook = () =>
  useChange(
    (id: string) => apiWithFreshSignIn('DELETE /api/admin/webhooks/:id', { params: { id } }),
    { replaces: KEY },
  );
