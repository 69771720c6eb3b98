import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Principal } from '#server/http/identity.ts';
import { getCallerAccessState } from '#server/http/access.ts';
import { identifyAndPrepareBatchedGets } from '#server/http/batched-gets.ts';
import { logUnexpectedError } from '#server/http/error-handler.ts';
import type { Language } from '#shared/contract/fields.ts';
import type { CheckedReply } from '#server/http/route.ts';
import { listFirstApiCalls } from '#shared/rules/first-calls.ts';
import type { RenderMoment, RepliesByUrl } from '#shared/rules/start-page.ts';
import type { PageRenderer } from './render.ts';

interface Preloaded {
  replies: [url: string, reply: CheckedReply][];
  /** The time zone to render the page in; null when these replies do not suffice to render it. */
  timeZone: string | null;
  /** Whether they follow from the page's basis. */
  isOfBasis: boolean;
}

/** A page of a signed-in person, before anything of it is made. */
interface StartPage {
  principal: Principal | null;
  /** What the page follows from beside its address, language and time; null where that is not all known. */
  basis: string | null;
  preload: () => Promise<Preloaded>;
}

/**
 * Identifies the caller of a page and prepares to answer the API calls that it starts with, by the server's own routes
 * (`identifyAndPrepareBatchedGets`), so that each passes the same checks and limits. Calls that fail are left out: the browser repeats
 * them and shows the error. Cookies that they set are set on `reply`. `isKept` says whether a page of theirs is kept.
 * @throws what identifying the caller throws
 */
export async function prepareStartPage(
  request: FastifyRequest,
  reply: FastifyReply,
  isKept: boolean,
): Promise<StartPage> {
  // What most people begin with; rows that a call needs depend on no time zone.
  const likely = listFirstApiCalls(request.url, 'pass', 'UTC').urls;
  let isRenderable = false;
  const listUrls = (found: Principal) => {
    const timeZone = found.user?.timeZone ?? null;
    const { urls, areAll } = listFirstApiCalls(request.url, getCallerAccessState(found), timeZone);
    isRenderable = areAll;
    return urls;
  };
  const { principal, basis, answer } = await identifyAndPrepareBatchedGets(request, reply, {
    likely,
    listUrls,
    isKept,
  });
  const preload = async () => {
    const { replies: all, isOfBasis } = await answer();
    const replies = all.filter((one): one is Preloaded['replies'][number] => one[1] !== null);
    const isWhole = isRenderable && replies.length === all.length;
    return { replies, timeZone: (isWhole && principal?.user?.timeZone) || null, isOfBasis };
  };
  return { principal, basis, preload };
}

/**
 * Renders the page at a path from the preloaded replies; null when the browser is to render it, also when rendering
 * fails, which is logged.
 */
export function renderStartPage(
  request: FastifyRequest,
  render: PageRenderer,
  { replies, timeZone }: Preloaded,
  page: { path: string; language: Language; at: Date },
): { html: string; moment: RenderMoment } | null {
  if (timeZone === null) return null;
  try {
    const bodies: RepliesByUrl = Object.fromEntries(replies.map(([url, { body }]) => [url, body]));
    const html = render({ ...page, replies: bodies, timeZone });
    return html === null ? null : { html, moment: { at: page.at, timeZone } };
  } catch (error) {
    logUnexpectedError(request, error, 'render');
    return null;
  }
}

/**
 * Builds the JSON block (`<script type="application/json">`) with which a page starts without further requests: the
 * preloaded replies, and for which moment the page was rendered, if it was. It is not executed, so the content security
 * policy needs no exception.
 */
export function buildHydrationBlock({ replies }: Preloaded, moment: RenderMoment | null): string {
  const answers = replies.map(([url, { text }]) => `${JSON.stringify(url)}:${text}`).join(',');
  // Within JSON a `<` stands only in texts, where it may be written so; no text can end the block.
  const safe = answers.replaceAll('<', '\\u003c');
  return `<script type="application/json" id="start">{"answers":{${safe}},"rendered":${JSON.stringify(moment)}}</script>`;
}
