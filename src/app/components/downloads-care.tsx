import { useEffect, useState, useSyncExternalStore } from 'react';
import {
  downloadsOwner,
  forgetDownloads,
  onDownloadsOwner,
} from '#web/features/downloads/store.ts';
import { needTexts } from '#web/lib/i18n.ts';
import { late } from '#web/ui/late.tsx';

const Keeper = late(async () => {
  const [{ Keeper: component }] = await Promise.all([
    import('#web/features/downloads/components/keeper.tsx'),
    needTexts('practice'),
  ]);
  return component;
});

/** Looks after downloads where there are any; those of somebody else who was here go. */
export function DownloadsCare({ owner }: { owner: string }) {
  const whose = useSyncExternalStore(onDownloadsOwner, downloadsOwner);
  const isOther = whose !== null && whose !== owner;
  useEffect(() => {
    if (isOther) void forgetDownloads();
  }, [isOther]);
  // Once there it stays, to tell of the last download that goes.
  const [isNeeded, setNeeded] = useState(false);
  if (whose === owner && !isNeeded) setNeeded(true);
  return isNeeded ? <Keeper owner={owner} /> : null;
}
