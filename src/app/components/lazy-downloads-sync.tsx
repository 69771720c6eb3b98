import { useEffect, useState, useSyncExternalStore } from 'react';
import {
  getDownloadsOwner,
  clearDownloads,
  onDownloadsOwnerChange,
} from '#web/features/downloads/store.ts';
import { lazyComponent } from '#web/ui/lazy-component.tsx';

const DownloadsSync = lazyComponent(() =>
  import('#web/features/downloads/components/downloads-sync.tsx').then((m) => m.DownloadsSync),
);

/** Loads the downloads sync only on a device that holds downloads, and clears the downloads of a different account. */
export function LazyDownloadsSync({ owner }: { owner: string }) {
  const downloadsOwnerId = useSyncExternalStore(onDownloadsOwnerChange, getDownloadsOwner);
  const isOther = downloadsOwnerId !== null && downloadsOwnerId !== owner;
  useEffect(() => {
    if (isOther) void clearDownloads();
  }, [isOther]);
  // Once mounted it stays mounted, so that it can report the removal of the last download.
  const [isNeeded, setNeeded] = useState(false);
  if (downloadsOwnerId === owner && !isNeeded) setNeeded(true);
  return isNeeded ? <DownloadsSync owner={owner} /> : null;
}
