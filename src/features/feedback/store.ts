import { deviceStorage } from '#web/lib/storage.ts';

const STORAGE_KEY = 'envol-beta-banner-dismissed';

/** Whether the beta banner was dismissed on this device. */
export const isBannerDismissed = (): boolean => deviceStorage.read(STORAGE_KEY) === '1';

/** Dismisses the beta banner for good; where storage is blocked, until the page is closed. */
export const dismissBanner = (): void => void deviceStorage.write(STORAGE_KEY, '1');
