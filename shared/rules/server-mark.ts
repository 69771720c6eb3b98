/**
 * The response header that every reply of this server carries. A captive portal, a proxy or a balancer that answers in
 * its place does not send it, so a reply without it says nothing about the request (decision 105).
 */
export const SERVER_MARK_HEADER = 'x-envol';

/** Returns whether a reply is this server's own: it carries the mark, and nothing redirected the request elsewhere. */
export const isReplyFromThisServer = ({ headers, redirected }: Response): boolean =>
  headers.has(SERVER_MARK_HEADER) && !redirected;

/** RFC 6585, section 6: Network Authentication Required; what a captive portal answers. */
const PORTAL_STATUS = 511;

/**
 * Returns what a reply says of the way to the server: `reached`; `failing`, where a proxy or a balancer answers in the
 * server's place with a server error; `foreign`, where anything else does, such as a captive portal.
 */
export const classifyReplySource = (response: Response): 'reached' | 'failing' | 'foreign' => {
  if (isReplyFromThisServer(response)) return 'reached';
  const { status } = response;
  return status >= 500 && status !== PORTAL_STATUS ? 'failing' : 'foreign';
};
