import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { User } from '#shared/contract/users.ts';
import { PROFILE_QUERY_KEY, subscriptionQuery } from '#web/features/account/queries.ts';
import type { Language } from '#shared/rules/languages.ts';
import { deleteFormDrafts } from '#web/lib/drafts.ts';
import { deleteDeviceData, registerDeviceDataDeleter } from '#web/lib/device-data.ts';
import { startOfflineSupport } from '#web/lib/offline/lazy-offline.ts';
import { startSync } from '#web/lib/sync/lazy-sync.ts';
import { setWriteDefinitionsLoader } from '#web/lib/sync/definitions-loader.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { ToastProvider } from '#web/ui/toast.tsx';
import {
  findDownloadsOwnerId,
  deleteAllDownloads,
  onDownloadsOwnerChange,
} from '#web/features/downloads/store.ts';
import { createLazyComponent } from '#web/ui/lazy-component.tsx';
import { deleteDeclinedDebriefs } from '#web/features/ledger/store.ts';
import { useVaultState } from '#web/features/app-lock/store.ts';
import { removeLockRecord } from '#web/lib/vault/lock-record.ts';
import { useSyncProfileLanguageAndCheckIfLoaded } from './language.ts';
import { isOfflineDocument, refetchAfterAccessError, restorePersonIfCached } from './person.ts';
import { AppRouter } from './router.tsx';

setWriteDefinitionsLoader(() => import('./write-definitions.ts'));

// How the features' data on this device is cleared at sign-out.
registerDeviceDataDeleter(deleteDeclinedDebriefs);
registerDeviceDataDeleter(deleteFormDrafts);
// Notifications end with the sign-in, on the server with the session, here with the browser's subscription.
registerDeviceDataDeleter((owner) => owner === undefined && endPush());
// Downloads are stored with their owner and cleared by themselves when another person signs in.
registerDeviceDataDeleter((owner) => owner === undefined && deleteAllDownloads());

const PUSH_TIMEOUT_MS = 2_000;

/** Ends the push subscription of this browser; a push service that does not answer holds up no sign-out. */
async function endPush(): Promise<void> {
  const end = async () =>
    (await import('#web/features/reminders/engine/push.ts')).unsubscribeFromPushAndTellServer();
  const timeout = new Promise<void>((resolve) => setTimeout(resolve, PUSH_TIMEOUT_MS));
  await Promise.race([end().catch(() => {}), timeout]);
}

// The lock is about what this device keeps, and goes with it.
registerDeviceDataDeleter((owner) => owner === undefined && removeLockRecord());

const LockedApp = createLazyComponent(() =>
  import('./components/locked-app.tsx').then((m) => m.LockedApp),
);

/** The app, or what of it opens while it is locked. */
export function App({ language }: { language: Language }) {
  const state = useVaultState();
  const queryClient = useQueryClient();
  // Opened without a network, what is known of the person is read once it can be.
  const [isRestored, setRestored] = useState(state !== 'closed');
  useEffect(() => {
    if (state === 'closed' || isRestored) return;
    const restored = isOfflineDocument()
      ? restorePersonIfCached(queryClient, language)
      : Promise.resolve();
    // What cannot be read is asked for, as with a network.
    void restored.catch(() => {}).then(() => setRestored(true));
  }, [state, isRestored, queryClient, language]);
  if (state === 'closed' || !isRestored) return <LockedApp />;
  return <OpenApp language={language} />;
}

/**
 * The app below its providers: settles the language, starts the sync of writes and the work offline, shows the router.
 */
function OpenApp({ language }: { language: Language }) {
  const { t, i18n } = useTranslation('ui');
  const { data: profile } = useQuery<User>({ queryKey: PROFILE_QUERY_KEY, enabled: false });
  const isLanguageReady = useSyncProfileLanguageAndCheckIfLoaded(profile);
  const owner = profile?.id;
  const { data: pass } = useQuery({ ...subscriptionQuery, enabled: false });
  const isWithoutPass = pass?.hasActiveAccess === false;
  useEffect(() => {
    if (owner !== undefined) void deleteDeviceData(owner);
  }, [owner]);
  const hasPass = pass?.hasActiveAccess;
  const queryClient = useQueryClient();
  useEffect(() => {
    if (hasPass && owner !== undefined) startOfflineSupport(queryClient, i18n.language);
  }, [hasPass, i18n.language, owner, queryClient]);
  return (
    <ToastProvider label={t('toast')} regionLabel={t('toasts')} closeLabel={t('actions.close')}>
      <AppRouter language={language} isLanguageReady={isLanguageReady} />
      {owner !== undefined && (
        <>
          {/* Started again with a new pass: what waited for one is sent. */}
          <WritesSync key={`${owner}/${isWithoutPass}`} owner={owner} />
          <LazyDownloadsSync key={owner} owner={owner} />
        </>
      )}
    </ToastProvider>
  );
}

/** Sends a person's unsent writes while it is mounted. */
function WritesSync({ owner }: { owner: string }) {
  const queryClient = useQueryClient();
  useEffect(
    () => startSync(queryClient, owner, (error) => refetchAfterAccessError(queryClient, error)),
    [owner, queryClient],
  );
  return null;
}

const DownloadsSync = createLazyComponent(() =>
  import('#web/features/downloads/components/downloads-sync.tsx').then((m) => m.DownloadsSync),
);

/** Loads the downloads sync only on a device that holds downloads, and clears the downloads of a different account. */
function LazyDownloadsSync({ owner }: { owner: string }) {
  const downloadsOwnerId = useSyncExternalStore(
    onDownloadsOwnerChange,
    findDownloadsOwnerId,
    () => null,
  );
  const isOther = downloadsOwnerId !== null && downloadsOwnerId !== owner;
  useEffect(() => {
    if (isOther) void deleteAllDownloads();
  }, [isOther]);
  // Once mounted it stays mounted, so that it can report the removal of the last download.
  const [isNeeded, setNeeded] = useState(false);
  if (downloadsOwnerId === owner && !isNeeded) setNeeded(true);
  return isNeeded ? <DownloadsSync owner={owner} /> : null;
}
