import { useIsOnline } from '#web/lib/device.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Notice } from '#web/ui/notice.tsx';

interface NetworkNoticeProps {
  /** What can't be done without a network. */
  what: 'payment' | 'signIn' | 'settings' | 'account' | 'studio';
}

/**
 * Says that something needs the network, which is missing. Loaded lazily by `LazyNetworkNotice`; use that component instead.
 */
export function NetworkNotice({ what }: NetworkNoticeProps) {
  const { t } = useTranslation('offline');
  const isOnline = useIsOnline();
  // Always there, so that what comes into it is read out.
  return (
    <output className="block not-empty:mb-6">
      {!isOnline && <Notice>{t(`needs.${what}`)}</Notice>}
    </output>
  );
}
