import { api } from '#web/lib/api.ts';

/** Reports to the server that a reminder was opened, so that more may be sent. Never rejects. */
export async function reportReminderOpened(token: string): Promise<void> {
  // Without a network it counts as unopened, and its page opens all the same.
  await api('POST /api/reminders/opened', { body: { token } }).catch(() => {});
}
