/**
 * The response header that every reply of this server carries. A captive portal, a proxy or a balancer that answers in
 * its place does not send it, so a reply without it says nothing about the request (decision 105).
 */
export const SERVER_MARK_HEADER = 'x-envol';

/** Returns whether a reply is this server's own: it carries the mark, and nothing redirected the request elsewhere. */
export const isFromServer = ({ headers, redirected }: Response): boolean =>
  headers.has(SERVER_MARK_HEADER) && !redirected;
