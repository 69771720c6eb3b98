const ID = '[0-9a-f-]{36}';
const CACHEABLE = new RegExp(
  `^/api/(?:config|auth/identity|users/me|subscription-status|dashboard|plan|flights|ladder|ledger|programs(?:/${ID})?|contents(?:/${ID})?|assessment(?:/history)?)(?:\\?|$)`,
);

/** Returns whether the reply to a GET of this URL is stored on this device, to be used without a network. */
export const isCacheableUrl = (url: string): boolean => CACHEABLE.test(url);
