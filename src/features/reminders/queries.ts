import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { RemindersReply, ReminderSettings } from '#shared/contract/reminders.ts';
import { api } from '#web/lib/api.ts';
import { useTranslation } from '#web/lib/translation.ts';
import {
  askPermissionAndSubscribeToPush,
  unsubscribeFromPushAndTellServer,
} from './engine/push.ts';

const KEY = ['/api/reminders'] as const;

/** Query of the person's settings for reminders. */
export const useReminders = () => useQuery<RemindersReply>({ queryKey: KEY });

/**
 * Mutation that saves the settings for reminders; for the channel `push`, it first asks for permission and subscribes
 * this browser.
 * @throws {PushDeniedError} when permission is refused.
 */
export function useSaveReminders(pushKey: string) {
  const queryClient = useQueryClient();
  const { language } = useTranslation().i18n;
  return useMutation({
    mutationFn: async (wishes: ReminderSettings) => {
      const subscription =
        wishes.channel === 'push'
          ? await askPermissionAndSubscribeToPush(pushKey, language)
          : undefined;
      return api('PUT /api/reminders', {
        body: { ...wishes, ...(subscription && { subscription }) },
      });
    },
    onSuccess: (reply) => queryClient.setQueryData(KEY, reply),
  });
}

/** Mutation that ends all reminders and this browser's push subscription. */
export function useEndReminders() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async () => {
      await api('DELETE /api/reminders');
      // The server no longer writes to it in any case.
      await unsubscribeFromPushAndTellServer().catch(() => {});
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: KEY }),
  });
}
