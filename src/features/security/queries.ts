import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AssessmentState } from '#shared/contract/assessment.ts';
import { OUTBOX_ROUTES } from '#shared/rules/outbox-routes.ts';
import { useProfile } from '#web/features/account/queries.ts';
import { ASSESSMENT_KEY, CONSENT_VERSION } from '#web/features/assessment/queries.ts';
import { forgetDraft } from '#web/features/assessment/store.ts';
import { eraseIdentity, forgetPeople } from '#web/features/identity/queries.ts';
import { api, type InputOf, type ReplyOf, setApiIdentity } from '#web/lib/api.ts';
import { forgetWaiting } from '#web/lib/outbox-forget.ts';
import { saveFile } from '#web/lib/save-file.ts';

const SESSIONS_KEY = ['/api/auth/sessions'] as const;
const CONFIG_KEY = ['/api/config'] as const;

/** What this installation has switched on; it never changes while the app is open. */
export function useConfig() {
  return useQuery<ReplyOf<'GET /api/config'>>({ queryKey: CONFIG_KEY, staleTime: Infinity });
}

/** Where the person is signed in, and whether with a password. */
export function useSessions() {
  return useQuery<ReplyOf<'GET /api/auth/sessions'>>({ queryKey: SESSIONS_KEY, staleTime: 0 });
}

function useSessionsMutation<Input>(change: (input: Input) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => queryClient.invalidateQueries({ queryKey: SESSIONS_KEY }),
  });
}

/** Ends one sign-in elsewhere. */
export function useEndSession() {
  return useSessionsMutation((id: string) =>
    api('DELETE /api/auth/sessions/:id', { params: { id } }),
  );
}

/** Ends every sign-in but this one. */
export function useEndOtherSessions() {
  return useSessionsMutation(() => api('POST /api/auth/sessions/end-others', { body: {} }));
}

/** Changes the password; every other sign-in ends. */
export function useChangePassword() {
  return useSessionsMutation((body: InputOf<'POST /api/auth/password'>['body']) =>
    api('POST /api/auth/password', { body }),
  );
}

/** Asks for a letter to a new address. */
export function useChangeEmail() {
  return useMutation({
    mutationFn: (body: InputOf<'POST /api/auth/email'>['body']) =>
      api('POST /api/auth/email', { body }),
  });
}

/** Everything held of the person, saved as a file by the browser. */
export function useExport() {
  return useMutation({
    mutationFn: async () => {
      const all = await api('GET /api/users/me/export');
      const name = `${all.product.toLowerCase()}-${all.exportedAt.slice(0, 10)}.json`;
      saveFile(name, 'application/json', JSON.stringify(all, null, 2));
    },
  });
}

/** What may wait on this device of what is kept with the consent to health data. */
const HEALTH_WRITES = Object.entries(OUTBOX_ROUTES).flatMap(([route, health]) =>
  health ? [route] : [],
);

/** Withdraws the consent to health data; what was kept with it leaves the server and this device. */
export function useWithdrawConsent(onWithdrawn: () => void) {
  const queryClient = useQueryClient();
  const { id } = useProfile();
  return useMutation({
    mutationFn: () =>
      api('PUT /api/assessment/consent', { body: { given: false, version: CONSENT_VERSION } }),
    onSuccess: async () => {
      forgetDraft(id);
      await forgetWaiting(id, HEALTH_WRITES);
      onWithdrawn();
      // Whatever other pages made of the answers is asked for anew.
      queryClient.removeQueries({ type: 'inactive' });
      const none = { consentGiven: false, consentGivenAt: null, draft: {}, completed: null };
      queryClient.setQueryData<AssessmentState>(ASSESSMENT_KEY, none);
    },
  });
}

/** Erases the account, then leaves by a full load, so that nothing of it stays on this device either. */
export function useErase() {
  return useMutation({
    mutationFn: (body: InputOf<'DELETE /api/users/me'>['body']) =>
      eraseIdentity(() => api('DELETE /api/users/me', { body })),
    onSuccess: async () => {
      await forgetPeople();
      setApiIdentity(null);
      const stores = await indexedDB.databases?.();
      for (const { name } of stores ?? []) if (name) indexedDB.deleteDatabase(name);
      location.assign('/');
    },
  });
}
