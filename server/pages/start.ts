import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from '#server/http/identity.ts';
import { toPersonState } from '#server/http/access.ts';
import { logUnexpected } from '#server/http/error-handler.ts';
import { listFirstCalls } from '#shared/rules/first-calls.ts';

/** Headers of the page's request that are forwarded to its API calls: the session and the client's address. */
const FORWARDED_HEADERS = ['cookie', 'user-agent', 'x-forwarded-for'] as const;

/**
 * Runs the API calls that a page starts with and returns their replies as the text of a JSON object, by URL. The
 * calls go through the server's own API, so each passes the same checks and limits as one from the browser. Calls
 * that fail are left out: the browser makes them itself and shows the error.
 */
export async function preloadReplies(
  request: FastifyRequest,
  reply: FastifyReply,
  found: Principal,
): Promise<string> {
  const { timeZone = null } = found.user ?? {};
  const urls = listFirstCalls(request.url, toPersonState(found), timeZone);
  const headers = Object.fromEntries(
    FORWARDED_HEADERS.flatMap((name) =>
      request.headers[name] ? [[name, request.headers[name]]] : [],
    ),
  );
  const answers = await Promise.all(
    urls.map(async (url) => {
      const answer = await request.server
        .inject({ method: 'GET', url, headers, remoteAddress: request.socket.remoteAddress ?? '' })
        .catch((error: unknown) => logUnexpected(request, error, 'start'));
      if (answer?.statusCode !== 200) return [];
      const cookies = answer.headers['set-cookie'];
      if (cookies !== undefined) void reply.header('set-cookie', cookies);
      return [`${JSON.stringify(url)}:${answer.payload}`];
    }),
  );
  return `{${answers.flat().join(',')}}`;
}

/** Renders the replies as a JSON block for the document's head. It is not executed, so the CSP needs no exception. */
export function renderReplies(answers: string): string {
  // Within JSON a `<` stands only in texts, where it may be written so; no text can end the block.
  const safe = answers.replaceAll('<', '\\u003c');
  return `<script type="application/json" id="start">{"answers":${safe}}</script>`;
}
