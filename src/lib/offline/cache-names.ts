/** The cache of the recordings that a person downloaded; pages fill it, and the service worker answers from it. */
export const RECORDINGS_CACHE = 'envol-recordings';
