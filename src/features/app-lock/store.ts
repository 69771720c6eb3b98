import { useSyncExternalStore } from 'react';
import { readLockRecord } from '#web/lib/vault/lock-record.ts';
import { getVaultState, onVaultChange, type VaultState } from '#web/lib/vault/vault.ts';

/** Returns whether the app is locked (`closed`), opened (`open`), or has no lock; `off` on the server. */
export const useVaultState = (): VaultState =>
  useSyncExternalStore(onVaultChange, getVaultState, () => 'off');

/** Returns whether a passkey of this device opens the lock too. */
export const hasLockPasskey = (): boolean => readLockRecord()?.passkey != null;
