import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { apiWithFreshSignIn } from '#web/features/security/store.ts';
import { api, type InputOf } from '#web/lib/api.ts';

/** Of what is written in a form, or may not be asked for by itself: it is fetched once while it is shown. */
export const KEPT_WHILE_SHOWN = {
  staleTime: Infinity,
  gcTime: 0,
  refetchOnReconnect: false,
} as const;

export type AuditFilter = Pick<InputOf<'GET /api/admin/audit'>['query'], 'about' | 'subject'>;

/** Query of the audit log, newest first, in pages of 50 entries. */
export function useAuditLog(filter: AuditFilter) {
  return useInfiniteQuery({
    queryKey: ['/api/admin/audit', filter],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/admin/audit', {
        query: { ...filter, limit: 50, ...(pageParam && { before: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
    staleTime: 0,
  });
}

/** Query of the messages that people sent to the operator, newest first, in pages of 20. */
export function useContactMessages() {
  return useInfiniteQuery({
    queryKey: ['/api/admin/messages'],
    queryFn: ({ pageParam, signal }) =>
      api('GET /api/admin/messages', {
        query: { limit: 20, ...(pageParam && { before: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (last) => last.next,
    staleTime: 0,
  });
}

/** Query of the e-mails stored on the server because no SMTP server is set. */
export function useStoredEmails() {
  return useQuery({
    queryKey: ['/api/admin/emails'],
    queryFn: ({ signal }) => api('GET /api/admin/emails', { signal }),
    staleTime: 0,
  });
}

/** Query of one stored e-mail as it would have been sent (RFC 5322); fetched once `open` is true. */
export function useStoredEmail(id: string, open: boolean) {
  return useQuery({
    queryKey: ['/api/admin/emails', id],
    queryFn: ({ signal }) =>
      apiWithFreshSignIn('GET /api/admin/emails/:id', { params: { id }, signal }),
    enabled: open,
    staleTime: Infinity,
  });
}

/** Query of what was written into a form of the studio and not saved, as it is on the server when the form opens. */
export function useStoredAutosave(form: string) {
  return useQuery({
    queryKey: ['/api/admin/autosaves', form],
    queryFn: ({ signal }) => api('GET /api/admin/autosaves', { query: { form }, signal }),
    ...KEPT_WHILE_SHOWN,
  });
}

/** Keeps on the server what was written into a form and not saved. */
export const sendAutosave = (body: InputOf<'PUT /api/admin/autosaves'>['body']) =>
  api('PUT /api/admin/autosaves', { body });
