import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { User } from '#shared/contract/users.ts';
import { api, ApiError } from '#web/lib/api.ts';
import { now } from '#web/lib/clock.ts';
import { isNetworkReached } from '#web/lib/network.ts';
import { defineWrite, queueWrite } from '#web/lib/sync/synced-write.ts';
import { PROFILE_KEY, useProfile } from '../queries.ts';

const renaming = defineWrite<'PATCH /api/users/me', User>({
  route: 'PATCH /api/users/me',
  key: () => PROFILE_KEY,
  apply: (user, { body: { name = user.name } }) => ({ ...user, name }),
  applyReply: (_, user) => user,
});

/**
 * Mutation that changes the person's name. Without a network it queues the change and succeeds; the server then ignores
 * it if the name was changed later on another device.
 */
export function useRename() {
  const queryClient = useQueryClient();
  const { id } = useProfile();
  return useMutation({
    mutationFn: async (name: string) => {
      const body = { name, writtenAt: now().toISOString() };
      try {
        if (!isNetworkReached()) throw new ApiError(0, 'network');
        queryClient.setQueryData(PROFILE_KEY, await api('PATCH /api/users/me', { body }));
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 0) throw error;
        queueWrite(renaming, id, { body });
      }
    },
  });
}
