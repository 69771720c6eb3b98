import { useTranslation } from 'react-i18next';
import type { StudioSession } from '#shared/contract/admin-contents.ts';
import { hasErrorCode } from '#web/lib/api.ts';
import { useToast } from '#web/ui/toast.tsx';
import { useChangeSessionState } from '../queries.ts';

/** What is said once a session has that state. */
const SAID = {
  draft: 'said.unscheduled',
  scheduled: 'said.scheduled',
  published: 'said.published',
  unpublished: 'said.unpublished',
} as const;

/**
 * Returns a function that changes a session's publication state and says so, with the state of that request. Calls
 * `onConflict` when another admin has changed the session meanwhile.
 */
export function useChangePublicationState(
  { id }: StudioSession,
  {
    onDone,
    onConflict,
  }: { onDone: (session: StudioSession) => void; onConflict: (error: Error) => void },
) {
  const { t } = useTranslation('studio-sessions');
  const { toast } = useToast();
  const { mutate, isPending, error } = useChangeSessionState(id);
  const set = (body: Parameters<typeof mutate>[0]): void =>
    mutate(body, {
      onSuccess: (session) => {
        onDone(session);
        toast({ title: t(SAID[body.state]) });
      },
      onError: (failure) => {
        if (hasErrorCode(failure, 'conflict')) onConflict(failure);
      },
    });
  return { set, isPending, error };
}
