import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { User } from '#shared/contract/users.ts';
import type { QueuedRoute } from '#shared/rules/queued-routes.ts';
import { PROFILE_QUERY_KEY } from '#web/features/account/queries.ts';
import { hasErrorCode, setApiIdentity } from '#web/lib/api.ts';
import { now } from '#web/lib/clock.ts';
import { deleteDeviceData } from '#web/lib/device-data.ts';
import { isServerReachable } from '#web/lib/network.ts';
import { paths } from '#web/lib/paths.ts';
import { deviceStorage } from '#web/lib/storage.ts';
import { flushUnsentWritesAndListRemaining } from '#web/lib/sync/lazy-sync.ts';
import { loadAuthProvider, SIGN_OUT_KEY } from '../queries.ts';

const ANSWERS: QueuedRoute = 'PUT /api/assessment/answers';

/** What signing out would lose: the number of unsent writes, and whether assessment answers are among it. */
interface UnsentData {
  writes: number;
  answers: boolean;
}

/** Sends what only this device has; resolves to what could not be sent, or null when nothing is left. */
async function sendUnsentData(owner: string): Promise<UnsentData | null> {
  const left = await flushUnsentWritesAndListRemaining(owner);
  const things = left.filter(({ route }) => route !== ANSWERS).length;
  return left.length === 0 ? null : { writes: things, answers: things < left.length };
}

/** Signs out on the server; where it is not reached, on this device, and there as soon as it is. */
async function endSignIn(): Promise<void> {
  try {
    await (await loadAuthProvider()).signOut();
  } catch (error) {
    if (!hasErrorCode(error, 'network')) throw error;
    const { scheduleServerSignOut } = await import('#web/lib/offline/register-background-sync.ts');
    await scheduleServerSignOut();
    deviceStorage.write(SIGN_OUT_KEY, now().toISOString());
  }
}

/**
 * Mutation that sends the unsent writes, signs out, clears this device and loads the home page. If writes cannot be
 * sent, it resolves to their numbers without signing out; called with `true` it sends none and signs out.
 */
export function useSignOut() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (anyway: boolean) => {
      const owner = queryClient.getQueryData<User>(PROFILE_QUERY_KEY)?.id;
      const unsent = anyway || !owner ? null : await sendUnsentData(owner);
      if (!unsent) await endSignIn();
      return unsent;
    },
    onSuccess: async (unsent) => {
      if (unsent) return;
      await deleteDeviceData();
      setApiIdentity(null);
      location.assign(isServerReachable() ? '/' : paths.help());
    },
  });
}
