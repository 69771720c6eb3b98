/** A page of the app that is there: loaded, with its own title. */
export interface ShownPage {
  path: string;
  title: string;
}

let shown: ShownPage | null = null;
const listeners = new Set<(page: ShownPage) => void>();

/** Records that a page is there, and tells those who wait for it. */
export function recordShownPage(page: ShownPage): void {
  shown = page;
  for (const listener of listeners) listener(page);
}

/**
 * Calls `listener` once with the page at `path`: at once if it is there, else when it is. Returns a function that stops
 * waiting.
 */
export function callOncePageShown(path: string, listener: (page: ShownPage) => void): () => void {
  const stop = () => void listeners.delete(hear);
  const hear = (page: ShownPage) => {
    if (page.path !== path) return;
    stop();
    listener(page);
  };
  listeners.add(hear);
  if (shown) hear(shown);
  return stop;
}
