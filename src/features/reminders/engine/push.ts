import type { PushTarget } from '#shared/contract/reminders.ts';

/** Whether this browser can show notifications that our server sends (an iPhone: only from the home screen). */
export const canShowPush = (): boolean =>
  'Notification' in globalThis && 'PushManager' in globalThis && 'serviceWorker' in navigator;

/** Thrown when the person, or their browser for them, allows no notifications. */
export class PushDeniedError extends Error {
  override name = 'PushDeniedError';
}

/**
 * Asks the person whether notifications may be shown, and the browser where it is reached. Must be called in a press.
 * @throws {PushDeniedError} when they are not allowed.
 */
export async function subscribeToPush(pushKey: string): Promise<PushTarget> {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushDeniedError();
  const { pushManager } = await navigator.serviceWorker.ready;
  const subscribe = () =>
    pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey });
  // One for another key, of a server before this one, has to go first.
  const found = await subscribe().catch(async () => {
    await (await pushManager.getSubscription())?.unsubscribe();
    return subscribe();
  });
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = found.toJSON();
  return { endpoint, p256dh, auth };
}

/** Ends the push subscription of this browser; the server is not told. */
export async function unsubscribeFromPush(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  await (await registration?.pushManager?.getSubscription())?.unsubscribe();
}
