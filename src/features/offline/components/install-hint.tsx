import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { PRODUCT_NAME } from '#shared/product.ts';
import { useProfile } from '#web/features/account/queries.ts';
import { buildDashboardQuery } from '#web/features/plan/queries.ts';
import { getDeviceTimeZone, now } from '#web/lib/clock.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import {
  askToInstall,
  findInstallMethod,
  isInstallHintUnshown,
  recordInstallHintShown,
  onInstallMethodChange,
} from '#web/lib/install-offer.ts';
import { isFlightNear } from '../model.ts';
import { NoticeButton, NoticeLine } from './notice-line.tsx';

const STEPS = ['share', 'add', 'confirm'] as const;

/**
 * Proposes to install the app, once on a device: after the first session, or when a flight is near. On an iPhone, whose browser cannot
 * ask, it explains how.
 */
export function InstallHint() {
  const { t, i18n } = useTranslation(['offline']);
  const method = useSyncExternalStore(onInstallMethodChange, findInstallMethod, () => null);
  const { data: dashboard } = useQuery({ ...buildDashboardQuery(i18n.language), enabled: false });
  const { flightDate } = useProfile();
  const [isNew] = useState(isInstallHintUnshown);
  const [isOver, setOver] = useState(false);
  const [isExplained, setExplained] = useState(false);
  const isShown =
    isNew &&
    !isOver &&
    method !== null &&
    ((dashboard !== undefined && dashboard.totalSessions > 0) ||
      isFlightNear(flightDate, getDeviceTimeZone(), now()));
  useEffect(() => {
    if (isShown) recordInstallHintShown();
  }, [isShown]);
  if (isExplained)
    return (
      <Dialog
        open
        onClose={() => setExplained(false)}
        title={t('offline:install.title', { name: PRODUCT_NAME })}
      >
        <ol className="list-decimal space-y-2 pl-5">
          {STEPS.map((step) => (
            <li key={step}>{t(`offline:install.steps.${step}`)}</li>
          ))}
        </ol>
      </Dialog>
    );
  if (!isShown) return null;
  const accept = () => {
    setOver(true);
    if (method === 'prompt') void askToInstall();
    else setExplained(true);
  };
  return (
    <NoticeLine
      action={
        <span className="flex gap-x-5">
          <NoticeButton onClick={accept}>
            {t(method === 'prompt' ? 'offline:install.now' : 'offline:install.how')}
          </NoticeButton>
          <NoticeButton onClick={() => setOver(true)}>{t('offline:install.no')}</NoticeButton>
        </span>
      }
    >
      {t('offline:install.line', { name: PRODUCT_NAME })}
    </NoticeLine>
  );
}
