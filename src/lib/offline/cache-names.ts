/** The cache of the recordings that a person downloaded; pages fill it, and the service worker answers from it. */
export const RECORDINGS_CACHE = 'envol-recordings';

/** Names in storage since when the app is kept on this device, in epoch milliseconds: a member uses it here. */
export const APP_KEPT_SINCE_KEY = 'envol-app-kept-since';
