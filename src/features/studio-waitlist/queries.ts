import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KEPT_WHILE_SHOWN } from '#web/features/admin/queries.ts';
import { apiWithFreshSignIn } from '#web/features/security/store.ts';
import { api, type InputOf, type ReplyOf } from '#web/lib/api.ts';

const COUNT_KEY = ['/api/admin/waitlist'] as const;
const LIST_KEY = ['/api/admin/waitlist/list'] as const;

/** Query of how many addresses wait. */
export const useWaitlistCount = () =>
  useQuery<ReplyOf<'GET /api/admin/waitlist'>>({ queryKey: COUNT_KEY, staleTime: 0 });

/** Query of the addresses that wait, page by page; each page enters the audit log, so that none is fetched by itself. */
export function useWaitlist() {
  return useInfiniteQuery({
    queryKey: LIST_KEY,
    queryFn: ({ pageParam, signal }) =>
      api('POST /api/admin/waitlist/list', {
        body: pageParam ? { after: pageParam } : {},
        signal,
      }),
    initialPageParam: null as ReplyOf<'POST /api/admin/waitlist/list'>['next'],
    getNextPageParam: (last) => last.next,
    ...KEPT_WHILE_SHOWN,
  });
}

function useAfterInvitation() {
  const client = useQueryClient();
  return ({ total }: { total: number }) => {
    client.setQueryData(COUNT_KEY, { total });
    return client.invalidateQueries({ queryKey: LIST_KEY });
  };
}

/** Mutation that invites people of the waitlist, who then leave it. */
export function useInviteFromWaitlist() {
  const onSuccess = useAfterInvitation();
  return useMutation({
    mutationFn: (body: InputOf<'POST /api/admin/waitlist/invitations'>['body']) =>
      apiWithFreshSignIn('POST /api/admin/waitlist/invitations', { body }),
    onSuccess,
  });
}

/** Mutation that invites one address. */
export function useInviteByEmail() {
  const onSuccess = useAfterInvitation();
  return useMutation({
    mutationFn: (body: InputOf<'POST /api/admin/invitations'>['body']) =>
      apiWithFreshSignIn('POST /api/admin/invitations', { body }),
    onSuccess,
  });
}
