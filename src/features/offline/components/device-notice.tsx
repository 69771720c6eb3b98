import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useProfile } from '#web/features/account/queries.ts';
import { useEvictedDownloads } from '#web/features/downloads/hooks/use-download.ts';
import { useNetworkReached } from '#web/lib/device.ts';
import { Button } from '#web/ui/button.tsx';
import { useUnsentWrites } from '../hooks/use-unsent-writes.ts';
import { applyUpdate, watchForUpdate } from '../engine/update.ts';
import { RefusedDialog } from './refused-dialog.tsx';

/**
 * One line about this device at a time: what was refused, what waits, that there is no network, that a new version is
 * there. Nothing where all is well.
 */
export function DeviceNotice() {
  const { t } = useTranslation('offline');
  const { id } = useProfile();
  const isReached = useNetworkReached();
  const { waiting, refused, refresh } = useUnsentWrites(id);
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => {
    setOpen(false);
    refresh();
  }, [refresh]);
  const line = () => {
    if (refused.length > 0)
      return (
        <Line action={<LineButton onClick={() => setOpen(true)}>{t('refused.open')}</LineButton>}>
          {t('refused.line', { count: refused.length })}
        </Line>
      );
    if (waiting > 0) return <Line>{t('waiting', { count: waiting })}</Line>;
    if (!isReached) return <Line>{t('offline')}</Line>;
    return <DownloadsLine owner={id} />;
  };
  return (
    <>
      {/* Always there, so that what comes into it is read out. */}
      <output className="block">{line()}</output>
      {isOpen && <RefusedDialog refused={refused} onClose={close} onSeen={refresh} />}
    </>
  );
}

function Line({ children, action }: { children: ReactNode; action?: ReactNode }) {
  return (
    <div data-no-print className="border-t border-line bg-sunk text-sm">
      <p className="mx-auto flex min-h-11 max-w-6xl flex-wrap items-center gap-x-4 px-5 py-1.5 leading-snug wide:px-8">
        <span className="grow basis-48">{children}</span>
        {action}
      </p>
    </div>
  );
}

const LineButton = ({ children, onClick }: { children: ReactNode; onClick: () => void }) => (
  <Button variant="quiet" className="-my-1.5 min-h-11 px-0 py-1 text-sm" onClick={onClick}>
    {children}
  </Button>
);

/** Says that the browser removed downloads, with the way to have them again; else what else there is. */
function DownloadsLine({ owner }: { owner: string }) {
  const { t } = useTranslation('offline');
  const { evicted, mend } = useEvictedDownloads(owner);
  if (evicted === 0) return <UpdateLine />;
  return (
    <Line action={<LineButton onClick={() => mend.mutate()}>{t('evicted.mend')}</LineButton>}>
      {t(mend.isPending ? 'evicted.mending' : 'evicted.line', { count: evicted })}
    </Line>
  );
}

/** Offers a new version that is on the device. Whoever does not take it gets it at the next start. */
function UpdateLine() {
  const { t } = useTranslation('offline');
  const [worker, setWorker] = useState<ServiceWorker>();
  const [hasOtherTabs, setOtherTabs] = useState(false);
  useEffect(() => watchForUpdate(setWorker), []);
  if (!worker) return null;
  const update = () => void applyUpdate(worker).then((isTaken) => setOtherTabs(!isTaken));
  return (
    <Line action={<LineButton onClick={update}>{t('update.now')}</LineButton>}>
      {t(hasOtherTabs ? 'update.otherTabs' : 'update.line')}
    </Line>
  );
}
