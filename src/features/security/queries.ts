import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AssessmentState } from '#shared/contract/assessment.ts';
import type { ExportedData } from '#shared/contract/privacy.ts';
import { QUEUED_ROUTES, type QueuedRoute } from '#shared/rules/queued-routes.ts';
import { useTranslation } from 'react-i18next';
import { useProfile } from '#web/features/account/queries.ts';
import { ASSESSMENT_KEY, CONSENT_VERSION } from '#web/features/assessment/queries.ts';
import { eraseAccount } from '#web/features/identity/queries.ts';
import { api, type InputOf, type ReplyOf, requestOnline, setApiIdentity } from '#web/lib/api.ts';
import { clearDeviceData } from '#web/lib/device-data.ts';
import { clearDrafts } from '#web/lib/drafts.ts';
import { saveFile } from '#web/lib/device.ts';
import { paths } from '#web/lib/paths.ts';
import { cancelWrites, omitWrittenFields } from '#web/lib/sync/sync.ts';
import { withFreshSignIn } from './store.ts';

const SESSIONS_KEY = ['/api/auth/sessions'] as const;

/** Returns the sign-in sessions, and whether the account has a password. */
export function useSessions() {
  return useQuery<ReplyOf<'GET /api/auth/sessions'>>({ queryKey: SESSIONS_KEY, staleTime: 0 });
}

/** Returns what was done to the security of the account lately, newest first. */
export function useSecurityEvents() {
  return useQuery<ReplyOf<'GET /api/auth/events'>>({
    queryKey: ['/api/auth/events'],
    staleTime: 0,
  });
}

function useSessionsMutation<Input>(change: (input: Input) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => queryClient.invalidateQueries({ queryKey: SESSIONS_KEY }),
  });
}

/** Signs out one other device. */
export function useEndSession() {
  return useSessionsMutation((id: string) =>
    api('DELETE /api/auth/sessions/:id', { params: { id } }),
  );
}

/** Signs out all other devices. */
export function useEndOtherSessions() {
  return useSessionsMutation(() => api('POST /api/auth/sessions/end-others', { body: {} }));
}

/** Changes the password; all other devices are signed out. */
export function useChangePassword() {
  return useSessionsMutation((body: InputOf<'POST /api/auth/password'>['body']) =>
    api('POST /api/auth/password', { body }),
  );
}

/** Gets a key for an authenticator app and recovery codes. */
export function useBeginSecondFactor() {
  return useMutation({
    mutationFn: (currentPassword: string) =>
      api('POST /api/auth/second-factor', { body: { currentPassword } }),
  });
}

/** Asks for a code at each sign-in from now on. */
export function useConfirmSecondFactor() {
  return useSessionsMutation((code: string) =>
    api('POST /api/auth/second-factor/confirm', { body: { code } }),
  );
}

/** Asks for no code any more. */
export function useEndSecondFactor() {
  return useSessionsMutation((currentPassword: string) =>
    api('POST /api/auth/second-factor/end', { body: { currentPassword } }),
  );
}

/** Requests a confirmation e-mail to a new address. */
export function useChangeEmail() {
  return useMutation({
    mutationFn: (body: InputOf<'POST /api/auth/email'>['body']) =>
      api('POST /api/auth/email', { body }),
  });
}

const EXPORT_KEY = ['/api/users/me/export'] as const;
const EXPORT_POLL_MS = 3000;

/** Returns whether the data is being gathered in the background, or can be downloaded. */
export function useExportState() {
  return useQuery<ReplyOf<'GET /api/users/me/export'>>({
    queryKey: EXPORT_KEY,
    staleTime: 0,
    refetchInterval: ({ state }) => state.data?.state === 'preparing' && EXPORT_POLL_MS,
  });
}

/** Downloads all personal data as a JSON file; resolves to false where it is much, and gathered in the background first. */
export function useExportData() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (body: InputOf<'POST /api/users/me/export'>['body']) => {
      const all = await withFreshSignIn(() => api('POST /api/users/me/export', { body }));
      if (!('tables' in all)) return false;
      saveExport(all);
      return true;
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: EXPORT_KEY }),
  });
}

/** How long what was gathered may take to arrive: it is large. */
const FILE_TIMEOUT_MS = 10 * 60_000;

/** Downloads what was gathered in the background. */
export function useExportFile() {
  return useMutation({
    mutationFn: async () => {
      const options = { timeoutMs: FILE_TIMEOUT_MS };
      saveExport((await requestOnline('GET', `${EXPORT_KEY[0]}/file`, options)) as ExportedData);
    },
  });
}

function saveExport(all: ExportedData): void {
  const name = `${all.product.toLowerCase()}-${all.exportedAt.slice(0, 10)}.json`;
  saveFile(name, 'application/json', JSON.stringify(all, null, 2));
}

const QUEUED = Object.entries(QUEUED_ROUTES) as [QueuedRoute, boolean | readonly string[]][];

/** Deletes what waits on this device of a person's health data. */
async function deletePendingHealthData(owner: string): Promise<void> {
  clearDrafts();
  const whole = QUEUED.flatMap(([route, part]) => (part === true ? [route] : []));
  await cancelWrites(owner, whole);
  for (const [route, part] of QUEUED)
    if (typeof part !== 'boolean') await omitWrittenFields(owner, route, part);
}

/** Withdraws the consent to health data and deletes that data on the server and on this device. */
export function useWithdrawConsent(onWithdrawn: () => void) {
  const queryClient = useQueryClient();
  const { id } = useProfile();
  return useMutation({
    mutationFn: () =>
      api('PUT /api/assessment/consent', { body: { given: false, version: CONSENT_VERSION } }),
    onSuccess: async () => {
      await deletePendingHealthData(id);
      onWithdrawn();
      // Invalidates everything that depends on the answers.
      queryClient.removeQueries({ type: 'inactive' });
      const none = { consentGiven: false, consentGivenAt: null, draft: {}, completed: null };
      queryClient.setQueryData<AssessmentState>(ASSESSMENT_KEY, none);
    },
  });
}

/** Erases the account, deletes this device's data and loads the page that says goodbye, so that nothing stays in memory. */
export function useEraseAccount() {
  const { i18n } = useTranslation();
  return useMutation({
    mutationFn: (body: InputOf<'DELETE /api/users/me'>['body']) =>
      eraseAccount(() => withFreshSignIn(() => api('DELETE /api/users/me', { body }))),
    onSuccess: async () => {
      await clearDeviceData();
      setApiIdentity(null);
      const stores = await indexedDB.databases?.();
      for (const { name } of stores ?? []) if (name) indexedDB.deleteDatabase(name);
      location.assign(paths.goodbye(i18n.language));
    },
  });
}
