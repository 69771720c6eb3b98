import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { AssessmentState } from '#shared/contract/assessment.ts';
import type { ExportedData } from '#shared/contract/privacy.ts';
import { QUEUED_ROUTES, type QueuedRoute } from '#shared/rules/queued-routes.ts';
import { useProfile } from '#web/features/account/queries.ts';
import {
  ASSESSMENT_QUERY_KEY,
  SHOWN_HEALTH_CONSENT_VERSION,
} from '#web/features/assessment/queries.ts';
import { eraseAccountEverywhere } from '#web/features/identity/queries.ts';
import { api, type InputOf, type ReplyOf, requestServer, setApiIdentity } from '#web/lib/api.ts';
import { useChange } from '#web/lib/use-change.ts';
import { deleteDeviceData } from '#web/lib/device-data.ts';
import { deleteFormDrafts } from '#web/lib/drafts.ts';
import { saveAsDownload } from '#web/lib/device.ts';
import { createPasskey } from '#web/lib/passkey.ts';
import { paths } from '#web/lib/paths.ts';
import { deleteUnsentWritesTo, omitFieldsFromUnsentWrites } from '#web/lib/sync/sync.ts';
import { apiWithFreshSignIn, requestWithFreshSignIn } from './store.ts';
import { useTranslation } from '#web/lib/translation.ts';

const SESSIONS_KEY = ['/api/auth/sessions'] as const;
const EVENTS_KEY = ['/api/auth/events'] as const;

/** Query of the person's sign-in sessions, and of whether the account has a password. */
export function useSignInSessions() {
  return useQuery<ReplyOf<'GET /api/auth/sessions'>>({ queryKey: SESSIONS_KEY, staleTime: 0 });
}

/** Query of the latest changes to the security of the account, newest first. */
export function useSecurityEvents() {
  return useQuery<ReplyOf<'GET /api/auth/events'>>({ queryKey: EVENTS_KEY, staleTime: 0 });
}

/** A change of how the account is signed in to: its devices, and the latest changes, of which there is one more, are read again. */
const useSessionsMutation = <Input>(change: (input: Input) => Promise<unknown>) =>
  useChange(change, { refetches: [SESSIONS_KEY[0], EVENTS_KEY[0]] });

/** Mutation that signs out one other device, by the id of its session. */
export function useEndSignInSession() {
  return useSessionsMutation((id: string) =>
    api('DELETE /api/auth/sessions/:id', { params: { id } }),
  );
}

/** Mutation that signs out all other devices. */
export function useEndOtherSignInSessions() {
  return useSessionsMutation(() => api('POST /api/auth/sessions/end-others', { body: {} }));
}

/** Mutation that changes the password; the server signs out all other devices. */
export function useChangePassword() {
  return useSessionsMutation((body: InputOf<'POST /api/auth/password'>['body']) =>
    api('POST /api/auth/password', { body }),
  );
}

/**
 * Mutation that begins two-step sign-in with the current password: resolves to a key for an authenticator app and to
 * recovery codes. It is not on until `useConfirmSecondFactor`.
 */
export function useStartSecondFactorSetup() {
  return useMutation({
    mutationFn: (currentPassword: string) =>
      api('POST /api/auth/second-factor', { body: { currentPassword } }),
  });
}

/** Mutation that turns two-step sign-in on with a first code from the authenticator app. */
export function useConfirmSecondFactor() {
  return useSessionsMutation((code: string) =>
    api('POST /api/auth/second-factor/confirm', { body: { code } }),
  );
}

/** Mutation that turns two-step sign-in off with the current password; may ask for a fresh sign-in. */
export function useTurnOffSecondFactor() {
  return useSessionsMutation((currentPassword: string) => {
    const body = { currentPassword };
    return apiWithFreshSignIn('POST /api/auth/second-factor/end', { body });
  });
}

const STUDIO_FACTOR_KEY = ['/api/auth/firebase/second-factor'] as const;

/** Options of the query of an admin's second factor, where Firebase signs people in. */
export const studioFactorQuery = queryOptions<ReplyOf<'GET /api/auth/firebase/second-factor'>>({
  queryKey: STUDIO_FACTOR_KEY,
  staleTime: 0,
});

const useStudioFactorMutation = <Input, Reply>(change: (input: Input) => Promise<Reply>) =>
  useChange(change, { refetches: STUDIO_FACTOR_KEY });

/**
 * Mutation that begins to set up an admin's second factor with Firebase: resolves to a key for an authenticator app and
 * to recovery codes. It is on once `useVerifyStudioCode` took a code of the app.
 */
export function useStartStudioFactorSetup() {
  return useMutation({
    mutationFn: () => apiWithFreshSignIn('POST /api/auth/firebase/second-factor', { body: {} }),
  });
}

/** Mutation that opens the studio in this browser with a code, where Firebase signs people in. */
export function useVerifyStudioCode() {
  return useStudioFactorMutation((code: string) =>
    api('POST /api/auth/firebase/second-factor/check', { body: { code } }),
  );
}

/** Mutation that turns an admin's second factor off, where Firebase signs people in. */
export function useTurnOffStudioFactor() {
  return useStudioFactorMutation(() =>
    apiWithFreshSignIn('POST /api/auth/firebase/second-factor/end', { body: {} }),
  );
}

const PASSKEYS_KEY = ['/api/auth/passkeys'] as const;

/** Query of the account's passkeys, the oldest first. */
export function usePasskeys() {
  return useQuery<ReplyOf<'GET /api/auth/passkeys'>>({ queryKey: PASSKEYS_KEY, staleTime: 0 });
}

const usePasskeysMutation = <Input, Reply>(change: (input: Input) => Promise<Reply>) =>
  useChange(change, { refetches: [PASSKEYS_KEY[0], SESSIONS_KEY[0], EVENTS_KEY[0]] });

/**
 * Mutation that creates a passkey on this device and adds it, with the current password. Resolves to new recovery
 * codes, of which there are none if two-step sign-in was on already, or to null when the person cancels. If it was on,
 * asks the person to sign in again if the last sign-in is too long ago.
 */
export function useAddPasskey() {
  return usePasskeysMutation(async (currentPassword: string) => {
    const asked = await apiWithFreshSignIn('POST /api/auth/passkeys/begin', {
      body: { currentPassword },
    });
    const created = await createPasskey(asked);
    if (!created) return null;
    await api('POST /api/auth/passkeys', { body: created });
    return asked.recoveryCodes;
  });
}

/** Mutation that renames a passkey. */
export function useRenamePasskey() {
  return usePasskeysMutation(({ id, name }: { id: string; name: string }) =>
    api('PATCH /api/auth/passkeys/:id', { params: { id }, body: { name } }),
  );
}

/** Mutation that removes a passkey by its id; asks the person to sign in again if the last sign-in is too long ago. */
export function useRemovePasskey() {
  return usePasskeysMutation((id: string) =>
    apiWithFreshSignIn('DELETE /api/auth/passkeys/:id', { params: { id } }),
  );
}

/** Mutation that requests a confirmation e-mail to a new address; the address changes only once its link is used. */
export const useRequestEmailChange = () =>
  useChange(
    (body: InputOf<'POST /api/auth/email'>['body']) =>
      apiWithFreshSignIn('POST /api/auth/email', { body }),
    { refetches: EVENTS_KEY },
  );

const EXPORT_KEY = ['/api/users/me/export'] as const;
const EXPORT_POLL_MS = 3000;

/** Query of the state of the data export; while the server prepares it, fetched again every 3 s. */
export function useExportState() {
  return useQuery<ReplyOf<'GET /api/users/me/export'>>({
    queryKey: EXPORT_KEY,
    staleTime: 0,
    refetchInterval: ({ state }) => state.data?.state === 'preparing' && EXPORT_POLL_MS,
  });
}

/**
 * Mutation that requests all personal data. Saves them as a JSON file and resolves to true, or to false where there is
 * so much that the server prepares the file in the background (`useExportState`). Asks the person to sign in again if
 * the last sign-in is too long ago.
 */
export const useExportPersonalData = () =>
  useChange(
    async (body: InputOf<'POST /api/users/me/export'>['body']) => {
      const all = await apiWithFreshSignIn('POST /api/users/me/export', { body });
      if (!('tables' in all)) return false;
      saveExport(all);
      return true;
    },
    { refetches: [EXPORT_KEY[0], EVENTS_KEY[0]] },
  );

/** How long what was gathered may take to arrive: it is large. */
const FILE_TIMEOUT_MS = 10 * 60_000;

/**
 * Mutation that downloads the export of personal data that the server prepared in the background, and saves it as a
 * file.
 */
export function useDownloadExportFile() {
  return useMutation({
    mutationFn: async () => {
      const url = `${EXPORT_KEY[0]}/file`;
      const file = await requestServer('GET', url, { timeoutMs: FILE_TIMEOUT_MS });
      saveExport(file as ExportedData);
    },
  });
}

function saveExport(all: ExportedData): void {
  const name = `${all.product.toLowerCase()}-${all.exportedAt.slice(0, 10)}.json`;
  saveAsDownload(name, 'application/json', JSON.stringify(all, null, 2));
}

const QUEUED = Object.entries(QUEUED_ROUTES) as [QueuedRoute, boolean | readonly string[]][];

async function deleteUnsentHealthData(owner: string): Promise<void> {
  deleteFormDrafts();
  const whole = QUEUED.flatMap(([route, part]) => (part === true ? [route] : []));
  await deleteUnsentWritesTo(owner, whole);
  for (const [route, part] of QUEUED)
    if (typeof part !== 'boolean') await omitFieldsFromUnsentWrites(owner, route, part);
}

/**
 * Mutation that withdraws the consent to health data, which the server then deletes, and deletes the unsent health data
 * and form drafts on this device. `onWithdrawn` is called before the cached data are cleared.
 */
export function useWithdrawHealthConsent(onWithdrawn: () => void) {
  const queryClient = useQueryClient();
  const { id } = useProfile();
  return useMutation({
    mutationFn: () =>
      api('PUT /api/assessment/consent', {
        body: { given: false, version: SHOWN_HEALTH_CONSENT_VERSION },
      }),
    onSuccess: async () => {
      await deleteUnsentHealthData(id);
      onWithdrawn();
      // Invalidates everything that depends on the answers.
      queryClient.removeQueries({ type: 'inactive' });
      const none = { consentGiven: false, consentGivenAt: null, draft: {}, completed: null };
      queryClient.setQueryData<AssessmentState>(ASSESSMENT_QUERY_KEY, none);
    },
  });
}

/**
 * Mutation that erases the account, deletes all data on this device and loads the goodbye page. Asks the person to sign
 * in again if the last sign-in is too long ago.
 */
export function useEraseAccount() {
  const { i18n } = useTranslation();
  return useMutation({
    mutationFn: (body: InputOf<'DELETE /api/users/me'>['body']) => {
      const erase = () => api('DELETE /api/users/me', { body });
      return eraseAccountEverywhere(() => requestWithFreshSignIn(erase));
    },
    onSuccess: async () => {
      await deleteDeviceData();
      setApiIdentity(null);
      const stores = await indexedDB.databases?.();
      for (const { name } of stores ?? []) if (name) indexedDB.deleteDatabase(name);
      location.assign(paths.goodbye(i18n.language));
    },
  });
}
