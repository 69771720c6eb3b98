import type { PushSubscriptionInput } from '#shared/contract/reminders.ts';
import { api } from '#web/lib/api.ts';
import { registerServiceWorker } from '#web/lib/offline/register-service-worker.ts';

/**
 * Returns whether this browser can receive push notifications; an iPhone can only where the app is on its home screen.
 */
export const isPushSupported = (): boolean =>
  'Notification' in globalThis && 'PushManager' in globalThis && 'serviceWorker' in navigator;

/** Thrown when the person, or their browser for them, allows no notifications. */
export class PushDeniedError extends Error {
  override name = 'PushDeniedError';
}

/**
 * Asks the person for permission to show notifications, then subscribes this browser with the server's public key;
 * returns the subscription, which the caller has to send to the server. Must be called from a user gesture.
 * @param language of the service worker, where this browser has none yet
 * @throws {PushDeniedError} when permission is refused.
 */
export async function askPermissionAndSubscribeToPush(
  pushKey: string,
  language: string,
): Promise<PushSubscriptionInput> {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushDeniedError();
  // Without a pass nothing has registered it.
  await registerServiceWorker(language);
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

/**
 * Ends the push subscription of this browser, if it has one, and tells the server, which knows it by its secret: no
 * sign-in is needed. A server that can't be reached learns it from the push service at its next notification.
 */
export async function unsubscribeFromPushAndTellServer(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  const subscription = await registration?.pushManager?.getSubscription();
  if (!subscription) return;
  const { endpoint = '', keys: { auth = '' } = {} } = subscription.toJSON();
  await subscription.unsubscribe();
  await api('POST /api/reminders/unsubscribed', { body: { endpoint, auth } });
}
