import { useMutation } from '@tanstack/react-query';
import type { User } from '#shared/contract/users.ts';
import { now } from '#web/lib/clock.ts';
import { defineSyncedWrite, sendOrQueueWrite } from '#web/lib/sync/synced-write.ts';
import { PROFILE_QUERY_KEY, useProfile } from '../queries.ts';

const renaming = defineSyncedWrite<'PATCH /api/users/me', User>({
  route: 'PATCH /api/users/me',
  key: () => PROFILE_QUERY_KEY,
  apply: (user, { body: { name = user.name } }) => ({ ...user, name }),
  applyReply: (_, user) => user,
});

/**
 * Mutation that changes the person's name. Without a network it queues the change and succeeds; the server then ignores
 * it if the name was changed later on another device.
 */
export function useChangeName() {
  const { id } = useProfile();
  return useMutation({
    mutationFn: (name: string) =>
      sendOrQueueWrite(renaming, id, { body: { name, writtenAt: now().toISOString() } }),
  });
}
