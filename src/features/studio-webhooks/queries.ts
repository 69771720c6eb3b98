import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { WebhookList } from '#shared/contract/admin-webhooks.ts';
import { requestWithFreshSignIn } from '#web/features/security/store.ts';
import { api, type InputOf } from '#web/lib/api.ts';

const KEY = ['/api/admin/webhooks'] as const;

/** Query of the webhooks and their latest deliveries. */
export const useWebhooks = () => useQuery<WebhookList>({ queryKey: KEY, staleTime: 0 });

/** Mutation that creates a webhook, whose secret its reply alone tells. */
export function useCreateWebhook() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: InputOf<'POST /api/admin/webhooks'>['body']) =>
      requestWithFreshSignIn(() => api('POST /api/admin/webhooks', { body })),
    onSuccess: ({ webhooks, deliveries }) => client.setQueryData(KEY, { webhooks, deliveries }),
  });
}

/** Mutation that sends an event to a webhook, to try it. */
export function useTryWebhook() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      requestWithFreshSignIn(() => api('POST /api/admin/webhooks/:id/test', { params: { id } })),
    onSuccess: (reply) => client.setQueryData(KEY, reply),
  });
}

/** Mutation that removes a webhook. */
export function useDeleteWebhook() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) =>
      requestWithFreshSignIn(() => api('DELETE /api/admin/webhooks/:id', { params: { id } })),
    onSuccess: (reply) => client.setQueryData(KEY, reply),
  });
}
