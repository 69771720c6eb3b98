/** Calls `work` once the browser is idle; after two seconds in browsers that cannot tell. */
export function runWhenIdle(work: () => void): void {
  // Safari has no requestIdleCallback.
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work);
  else setTimeout(work, 2000);
}

/** Resolves once the page is loaded and the browser is idle. */
export async function waitForIdle(): Promise<void> {
  if (document.readyState !== 'complete')
    await new Promise((resolve) => addEventListener('load', resolve, { once: true }));
  await new Promise<void>(runWhenIdle);
}
