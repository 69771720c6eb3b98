import { useEffect, useState } from 'react';
import { useProfile } from '#web/features/account/queries.ts';
import { readCookieDecisionOrRemoveInvalid } from '#web/features/cookie-consent/store.ts';
import { getDeviceTimeZone, now } from '#web/lib/clock.ts';
import { useTranslation } from '#web/lib/translation.ts';
import { activateAppUpdateIfOnlyTab, watchForAppUpdate } from '../engine/update.ts';
import { isPossiblyFlying } from '../model.ts';
import { InstallHint } from './install-hint.tsx';
import { NoticeButton, NoticeLine } from './notice-line.tsx';

/**
 * Offers to load a new version of the app that is already on the device, but not on a flight nor while the cookie banner
 * asks; during a session no notice is shown at all. Otherwise the new version runs from the next start on.
 */
export function UpdateNotice() {
  const { t } = useTranslation('offline');
  const { flightDate } = useProfile();
  const [worker, setWorker] = useState<ServiceWorker>();
  const [hasOtherTabs, setOtherTabs] = useState(false);
  useEffect(() => watchForAppUpdate(setWorker), []);
  // One question at a time: on a small phone two would hide the page. And none on a flight.
  const present = now();
  if (
    readCookieDecisionOrRemoveInvalid(present) === null ||
    isPossiblyFlying(flightDate, getDeviceTimeZone(), present)
  )
    return null;
  if (!worker) return <InstallHint />;
  const update = () =>
    void activateAppUpdateIfOnlyTab(worker).then((isTaken) => setOtherTabs(!isTaken));
  return (
    <NoticeLine action={<NoticeButton onClick={update}>{t('update.now')}</NoticeButton>}>
      {t(hasOtherTabs ? 'update.otherTabs' : 'update.line')}
    </NoticeLine>
  );
}
