import type { StudioSession } from '#shared/contract/admin-contents.ts';
import { hasErrorCode } from '#web/lib/api.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { useToast } from '#web/ui/toast.tsx';
import { useChangeSessionPublicationState } from '../queries.ts';

/** What is asked of the server. */
export type PublicationStateChange = Parameters<
  ReturnType<typeof useChangeSessionPublicationState>['mutate']
>[0];

const SAID = {
  draft: 'said.unscheduled',
  scheduled: 'said.scheduled',
  published: 'said.published',
  unpublished: 'said.unpublished',
} as const;

/**
 * Returns a function that changes a session's publication state and says so, with the state of that request. Calls
 * `onConflict` when another admin has changed the session meanwhile, and `onAsk` when an admin has to answer about
 * recordings first, with what was refused.
 */
export function useChangePublicationState(
  { id }: StudioSession,
  {
    onDone,
    onConflict,
    onAsk,
  }: {
    onDone: (session: StudioSession) => void;
    onConflict: (error: Error) => void;
    onAsk: (about: 'lost' | 'doubtful', body: PublicationStateChange) => void;
  },
) {
  const { t } = useTranslation('studio-sessions');
  const { toast } = useToast();
  const { mutate, isPending, error } = useChangeSessionPublicationState(id);
  const set = (body: PublicationStateChange): void =>
    mutate(body, {
      onSuccess: (session) => {
        onDone(session);
        toast({ title: t(SAID[body.state]) });
      },
      onError: (failure) => {
        if (hasErrorCode(failure, 'conflict')) onConflict(failure);
        if (hasErrorCode(failure, 'recording_lost')) onAsk('lost', body);
        if (hasErrorCode(failure, 'recording_doubtful')) onAsk('doubtful', body);
      },
    });
  return { set, isPending, error };
}
