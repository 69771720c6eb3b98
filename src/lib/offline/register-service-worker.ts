/** Builds the URL of the service worker, which contains the language that it stores pages in at the first visit. */
export const buildWorkerUrl = (language: string): string =>
  `/service-worker.js?language=${language}`;

/**
 * Registers the service worker; where there is one already it stays that of its language, because another address would
 * be taken for a new version of the app. Resolves once it is registered, which may be before it is active.
 * @throws {Error} where the browser refuses it, or the server has none, as in development
 */
export async function registerServiceWorker(language: string): Promise<void> {
  const { active } = (await navigator.serviceWorker.getRegistration()) ?? {};
  await navigator.serviceWorker.register(active?.scriptURL ?? buildWorkerUrl(language));
}
