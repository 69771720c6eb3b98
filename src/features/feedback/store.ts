const KEY = 'envol-beta-banner-dismissed';

/** Whether the person has put the beta banner away on this device. */
export function isBannerDismissed(): boolean {
  try {
    return localStorage.getItem(KEY) === '1';
  } catch {
    return false;
  }
}

/** Puts the beta banner away for good; where storage is refused, until the page is left. */
export function dismissBanner(): void {
  try {
    localStorage.setItem(KEY, '1');
  } catch {
    // Storage refused: the banner's own state hides it meanwhile.
  }
}
