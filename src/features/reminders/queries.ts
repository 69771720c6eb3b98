import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Reminders, ReminderSettings } from '#shared/contract/reminders.ts';
import { api } from '#web/lib/api.ts';
import { subscribeToPush, unsubscribeFromPush } from './engine/push.ts';

const KEY = ['/api/reminders'] as const;

/** What the person wants to be reminded of. */
export const useReminders = () => useQuery<Reminders>({ queryKey: KEY });

/** Saves what the person wants to be reminded of; by push, after the browser has asked whether it may. */
export function useSaveReminders(pushKey: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (wishes: ReminderSettings) => {
      const subscription = wishes.channel === 'push' ? await subscribeToPush(pushKey) : undefined;
      return api('PUT /api/reminders', {
        body: { ...wishes, ...(subscription && { subscription }) },
      });
    },
    onSuccess: (reply) => queryClient.setQueryData(KEY, reply),
  });
}

/** Ends all reminders. */
export function useEndReminders() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await api('DELETE /api/reminders');
      // The server no longer writes to it in any case.
      await unsubscribeFromPush().catch(() => {});
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
}
