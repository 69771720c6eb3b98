import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { PersonDetails } from '#shared/contract/people.ts';
import { KEPT_WHILE_SHOWN } from '#web/features/admin/queries.ts';
import { apiWithFreshSignIn } from '#web/features/security/store.ts';
import { api, type InputOf, type ReplyOf } from '#web/lib/api.ts';
import { useChange } from '#web/lib/use-change.ts';
import { saveAsDownload } from '#web/lib/device.ts';

const buildPersonKey = (id: string) => [`/api/admin/people/${id}`] as const;
const buildPassesKey = (id: string) => [`/api/admin/people/${id}/passes`] as const;

export type PassOfPerson = ReplyOf<'GET /api/admin/people/:id/passes'>['passes'][number];

/** Mutation that searches the accounts with an e-mail address, which is sent in the body and never in a URL. */
export const useFindPeople = () =>
  useMutation({
    mutationFn: (email: string) => api('POST /api/admin/people/search', { body: { email } }),
  });

export type PeopleFilter = Omit<InputOf<'POST /api/admin/people/list'>['body'], 'limit' | 'after'>;

/** Query of people by a filter, the last here first, in pages of 30; in the body, so that no name is in a URL. */
export function usePeopleList(filter: PeopleFilter) {
  return useInfiniteQuery({
    queryKey: ['/api/admin/people/list', filter],
    queryFn: ({ pageParam, signal }) =>
      api('POST /api/admin/people/list', {
        body: { ...filter, ...(pageParam && { after: pageParam }) },
        signal,
      }),
    initialPageParam: null as ReplyOf<'POST /api/admin/people/list'>['next'],
    getNextPageParam: (last) => last.next,
    ...KEPT_WHILE_SHOWN,
  });
}

/** Query of a person's account for admins, with their consents and the e-mails on their way. */
export function usePerson(id: string) {
  return useQuery<PersonDetails>({ queryKey: buildPersonKey(id), staleTime: 0 });
}

/** Query of all passes of a person. */
export function usePassesOfPerson(id: string) {
  return useQuery<ReplyOf<'GET /api/admin/people/:id/passes'>>({
    queryKey: buildPassesKey(id),
    staleTime: 0,
  });
}

/** What an admin may do to an account, each with its reason. */
export type PersonActionName = 'resend' | 'resetLink' | 'signOut' | 'sync' | 'export';

const DEEDS: Record<
  PersonActionName,
  (input: { params: { id: string }; body: { reason: string } }) => Promise<unknown>
> = {
  resend: (input) => api('POST /api/admin/people/:id/emails/resend', input),
  resetLink: (input) => apiWithFreshSignIn('POST /api/admin/people/:id/reset-link', input),
  signOut: (input) => apiWithFreshSignIn('POST /api/admin/people/:id/sign-out', input),
  sync: (input) => api('POST /api/admin/people/:id/passes/sync', input),
  async export(input) {
    const all = await apiWithFreshSignIn('POST /api/admin/people/:id/export', input);
    const name = `${all.product.toLowerCase()}-${input.params.id}.json`;
    saveAsDownload(name, 'application/json', JSON.stringify(all, null, 2));
  },
};

const usePersonMutation = <Input, Reply>(id: string, call: (input: Input) => Promise<Reply>) =>
  useChange(call, {
    refetches: [
      buildPersonKey(id)[0],
      buildPassesKey(id)[0],
      buildGiftsKey(id)[0],
      '/api/admin/audit',
    ],
  });

/**
 * Mutation that performs one of the admin's actions in `PersonActionName` on an account, with a reason for the audit
 * log; `export` also saves the data as a file.
 */
export const usePersonAction = (id: string) =>
  usePersonMutation(id, ({ name, reason }: { name: PersonActionName; reason: string }) =>
    DEEDS[name]({ params: { id }, body: { reason } }),
  );

/** Mutation that grants a person a pass. */
export const useGrantPass = (id: string) =>
  usePersonMutation(id, (body: InputOf<'POST /api/admin/people/:id/passes'>['body']) =>
    apiWithFreshSignIn('POST /api/admin/people/:id/passes', { params: { id }, body }),
  );

/** Mutation that revokes a granted pass, with a reason. */
export const useRevokePass = (id: string) =>
  usePersonMutation(id, ({ pass, reason }: { pass: string; reason: string }) =>
    apiWithFreshSignIn('POST /api/admin/passes/:id/revoke', {
      params: { id: pass },
      body: { reason },
    }),
  );

/** Mutation that gives back the last payment of a bought pass and ends it, with a reason. */
export const useRefundAndEndPass = (id: string) =>
  usePersonMutation(id, ({ pass, reason }: { pass: string; reason: string }) =>
    apiWithFreshSignIn('POST /api/admin/passes/:id/refund', {
      params: { id: pass },
      body: { reason },
    }),
  );

const buildGiftsKey = (id: string) => [`/api/admin/people/${id}/gifts`] as const;

/** Query of the gifts that a person has bought. */
export function useGiftsOfPerson(id: string) {
  return useQuery<ReplyOf<'GET /api/admin/people/:id/gifts'>>({
    queryKey: buildGiftsKey(id),
    staleTime: 0,
  });
}

/** Mutation that gives back what was paid for a gift, with a reason. */
export const useRefundAndEndGift = (id: string) =>
  usePersonMutation(id, ({ gift, reason }: { gift: string; reason: string }) =>
    apiWithFreshSignIn('POST /api/admin/gifts/:id/refund', {
      params: { id: gift },
      body: { reason },
    }),
  );

/** Query of the subscriptions whose payment is refused, in pages of 20. */
export function useFailingPayments() {
  return useInfiniteQuery({
    queryKey: ['/api/admin/payments/failing'],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/admin/payments/failing', {
        query: { limit: 20, ...(pageParam && { before: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
    staleTime: 0,
  });
}

/** Query of the payments that banks dispute or did, in pages of 20. */
export function useDisputes() {
  return useInfiniteQuery({
    queryKey: ['/api/admin/payments/disputes'],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/admin/payments/disputes', {
        query: { limit: 20, ...(pageParam && { before: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
    staleTime: 0,
  });
}

/** Mutation that erases an account for good, confirmed by its e-mail address and with a reason. */
export function useErasePerson(id: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { email: string; reason: string }) =>
      apiWithFreshSignIn('DELETE /api/admin/people/:id', { params: { id }, body }),
    onSuccess: () => {
      queryClient.removeQueries({ queryKey: buildPersonKey(id) });
      queryClient.removeQueries({ queryKey: buildPassesKey(id) });
    },
  });
}
