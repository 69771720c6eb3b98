import { useCallback, useState } from 'react';
import { useProfile } from '#web/features/account/queries.ts';
import { useEvictedDownloads } from '#web/features/downloads/hooks/use-download.ts';
import { useNetworkState } from '#web/lib/device.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { useWritesNotOnServer } from '../hooks/use-writes-not-on-server.ts';
import { NoticeButton, NoticeLine } from './notice-line.tsx';
import { RefusedWritesDialog } from './refused-dialog.tsx';
import { UpdateNotice } from './update-notice.tsx';

/**
 * Shows one line at the foot of the page about the most urgent of: writes that the server refused, or that a full device could
 * not store, a network that
 * wants a sign-in of its own, unsent writes, no network, downloads that the browser removed, a new version. Nothing when there is none.
 * While a session is open, it is the network that wants a sign-in alone.
 */
export function FooterNotice({ isListening = false }: { isListening?: boolean }) {
  const { t } = useTranslation('offline');
  const { id } = useProfile();
  const network = useNetworkState();
  const { waiting, isAtRisk, refused, refresh } = useWritesNotOnServer(id);
  const [isOpen, setOpen] = useState(false);
  const close = useCallback(() => {
    setOpen(false);
    refresh();
  }, [refresh]);
  const line = () => {
    if (isListening) return network === 'foreign' && <PortalLine />;
    if (refused.length > 0)
      return (
        <NoticeLine
          action={<NoticeButton onClick={() => setOpen(true)}>{t('refused.open')}</NoticeButton>}
        >
          {t('refused.line', { count: refused.length })}
        </NoticeLine>
      );
    if (isAtRisk) return <NoticeLine>{t('storageFull', { count: waiting })}</NoticeLine>;
    if (network === 'foreign') return <PortalLine />;
    if (waiting > 0) return <NoticeLine>{t('waiting', { count: waiting })}</NoticeLine>;
    if (network === 'failing') return <NoticeLine>{t('failing')}</NoticeLine>;
    if (network === 'unreached') return <NoticeLine>{t('offline')}</NoticeLine>;
    return <DownloadsLine owner={id} />;
  };
  return (
    <>
      {/* Always there, so that what comes into it is read out. */}
      <output className="block">{line()}</output>
      {isOpen && <RefusedWritesDialog refused={refused} onClose={close} onSeen={refresh} />}
    </>
  );
}

/** Says that the network wants a sign-in of its own, with the way to its page (server/pages/pages.ts). */
function PortalLine() {
  const { t } = useTranslation('offline');
  const page = (
    <a
      href="/network"
      target="_blank"
      rel="noopener"
      className="text-link inline-flex min-h-11 items-center"
    >
      {t('portalPage')}
    </a>
  );
  return <NoticeLine action={page}>{t('portal')}</NoticeLine>;
}

/** Says that the browser removed downloads, with the way to have them again; else what else there is. */
function DownloadsLine({ owner }: { owner: string }) {
  const { t } = useTranslation('offline');
  const { evicted, mend } = useEvictedDownloads(owner);
  if (evicted === 0) return <UpdateNotice />;
  return (
    <NoticeLine
      action={<NoticeButton onClick={() => mend.mutate()}>{t('evicted.mend')}</NoticeButton>}
    >
      {t(mend.isPending ? 'evicted.mending' : 'evicted.line', { count: evicted })}
    </NoticeLine>
  );
}
