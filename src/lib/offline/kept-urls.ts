const ID = '[0-9a-f-]{36}';
const KEPT = new RegExp(
  `^/api/(?:config|auth/identity|users/me|subscription-status|dashboard|plan|flights|ladder|ledger|programs(?:/${ID})?|contents(?:/${ID})?|assessment(?:/history)?)(?:\\?|$)`,
);

/** Returns whether a GET is answered from this device without a network: what the pages of a person show. */
export const isKeptUrl = (url: string): boolean => KEPT.test(url);
