import { useEffect } from 'react';
import { mayUseSensors } from '#shared/rules/sensor-pages.ts';

/** Where the document was loaded: what it is permitted stays, wherever the app goes in it. */
const LOADED_PATH = typeof location === 'undefined' ? '' : location.pathname;

/**
 * Loads the page anew when the app has come to, or from, one whose document is permitted more: only a document of its own
 * has its permissions. Returns whether it does.
 */
export function useReloadForPermissions(path: string): boolean {
  const isOther = LOADED_PATH !== '' && mayUseSensors(path) !== mayUseSensors(LOADED_PATH);
  useEffect(() => {
    if (isOther) location.reload();
  }, [isOther]);
  return isOther;
}
