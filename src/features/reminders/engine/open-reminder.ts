import { api } from '#web/lib/api.ts';

/**
 * Reports to the server that a reminder was opened, by the token of its link; unopened reminders are paused. Never
 * rejects.
 */
export async function reportReminderOpened(token: string): Promise<void> {
  // Without a network it counts as unopened, and its page opens all the same.
  await api('POST /api/reminders/opened', { body: { token } }).catch(() => {});
}
