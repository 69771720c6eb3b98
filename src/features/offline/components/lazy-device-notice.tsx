import { waitForIdle } from '#web/lib/idle.ts';
import { loadTexts } from '#web/lib/i18n.ts';
import { lazyComponent } from '#web/ui/lazy-component.tsx';

/** `DeviceNotice`, loaded once nothing else is to be done. */
export const LazyDeviceNotice = lazyComponent(async () => {
  await waitForIdle();
  const [module] = await Promise.all([import('./device-notice.tsx'), loadTexts('offline')]);
  return module.DeviceNotice;
});
