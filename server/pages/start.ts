import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from '#server/http/identity.ts';
import { toPersonState } from '#server/http/access.ts';
import { answerTogether } from '#server/http/answer-together.ts';
import { logUnexpected } from '#server/http/error-handler.ts';
import type { Language } from '#shared/contract/fields.ts';
import { listFirstCalls } from '#shared/rules/first-calls.ts';
import type { Moment, Replies } from '#shared/rules/start-page.ts';
import type { RenderPage } from './render.ts';

/** The replies that a page is sent with. */
interface Preloaded {
  /** JSON texts by URL. */
  payloads: [url: string, payload: string][];
  /** The time zone to render the page in; null when these replies do not suffice to render it. */
  timeZone: string | null;
}

/**
 * Answers the API calls that a page starts with, by the server's own routes (`answerTogether`), so that each passes the
 * same checks and limits. Calls that fail are left out: the browser repeats them and shows the error. Cookies that they
 * set are set on `reply`.
 */
export async function preloadReplies(
  request: FastifyRequest,
  reply: FastifyReply,
  found: Principal,
): Promise<Preloaded> {
  const { timeZone = null } = found.user ?? {};
  const { urls, areAll } = listFirstCalls(request.url, toPersonState(found), timeZone);
  const answers = await answerTogether(request, reply, urls);
  const payloads = urls.flatMap((url, index): Preloaded['payloads'] => {
    const answer = answers[index];
    return answer == null ? [] : [[url, answer]];
  });
  return { payloads, timeZone: areAll && payloads.length === urls.length ? timeZone : null };
}

/**
 * Renders the page at a path from the preloaded replies; null when the browser is to render it, also when rendering
 * fails, which is logged.
 */
export function renderStartPage(
  request: FastifyRequest,
  render: RenderPage,
  { payloads, timeZone }: Preloaded,
  page: { path: string; language: Language; at: Date },
): { html: string; moment: Moment } | null {
  if (timeZone === null) return null;
  try {
    const replies: Replies = Object.fromEntries(
      payloads.map(([url, payload]) => [url, JSON.parse(payload) as unknown]),
    );
    const html = render({ ...page, replies, timeZone });
    return html === null ? null : { html, moment: { at: page.at, timeZone } };
  } catch (error) {
    logUnexpected(request, error, 'render');
    return null;
  }
}

/**
 * Builds the JSON block (`<script type="application/json">`) with which a page starts without further requests: the
 * preloaded replies, and for which moment the page was rendered, if it was. It is not executed, so the content security
 * policy needs no exception.
 */
export function buildStartBlock({ payloads }: Preloaded, moment: Moment | null): string {
  const answers = payloads.map(([url, payload]) => `${JSON.stringify(url)}:${payload}`).join(',');
  // Within JSON a `<` stands only in texts, where it may be written so; no text can end the block.
  const safe = answers.replaceAll('<', '\\u003c');
  return `<script type="application/json" id="start">{"answers":{${safe}},"rendered":${JSON.stringify(moment)}}</script>`;
}
