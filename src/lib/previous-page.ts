/** Key in `history.state` of the path from which the app went on to the entry. */
const STATE_KEY = 'previousPage';

let previousPath: string | null = null;

const readPath = () => location.pathname + location.search;
const readState = () => (history.state ?? {}) as Record<string, unknown>;

function readPreviousPath(): string | null {
  const path = readState()[STATE_KEY];
  return typeof path === 'string' ? path : null;
}

/** Writes to the entry without wouter's notice: the page has not changed. */
function storePreviousPath(): void {
  const state = { ...readState(), [STATE_KEY]: previousPath };
  History.prototype.replaceState.call(history, state, '');
}

/**
 * Records in every history entry from which page of the app it was reached, for `findPreviousPath`, also after reloads,
 * Back and Forward. Call once, before the router is rendered.
 */
export function trackPreviousPage(): void {
  let path = readPath();
  previousPath = readPreviousPath();
  // wouter dispatches the first two when it has changed the history.
  addEventListener('pushState', () => {
    previousPath = path;
    path = readPath();
    storePreviousPath();
  });
  addEventListener('replaceState', () => {
    path = readPath();
    if (previousPath !== null) storePreviousPath();
  });
  addEventListener('popstate', () => {
    path = readPath();
    previousPath = readPreviousPath();
  });
}

/**
 * Returns the path and query of the app's page to which the browser's Back button leads; null when it leads elsewhere.
 */
export const findPreviousPath = (): string | null => previousPath;
