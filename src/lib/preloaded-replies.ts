import type { RenderMoment, HydrationData } from '#shared/rules/start-page.ts';

/** How long after the first render replies may be used, in milliseconds; later they may be outdated. */
const MAX_AGE_MS = 5000;

let block: HydrationData = { answers: {}, rendered: null };
let answers = new Map<string, unknown>();
let until = Infinity;

/** Sets the replies that came with the page, as the text of its block; a page calls it once, before anything else. */
export function setPreloadedReplies(text: string): void {
  block = JSON.parse(text) as HydrationData;
  answers = new Map(Object.entries(block.answers));
}

/** Returns the instant and time zone for which the server rendered the page; null when it did not render it. */
export function findServerRenderMoment(): RenderMoment | null {
  const { rendered } = block;
  return rendered && { at: new Date(rendered.at), timeZone: rendered.timeZone };
}

/**
 * Stops the use of the API replies that came with the page, five seconds from now. Called at the first render, because
 * on a slow network the app renders long after the page was loaded.
 */
export function schedulePreloadedReplyExpiry(): void {
  until = performance.now() + MAX_AGE_MS;
}

/**
 * Returns the reply to a GET that came with the page, and leaves it for later calls; undefined when there is none, or
 * when it was taken or has expired.
 */
export function peekPreloadedReply(url: string): unknown {
  return performance.now() < until ? answers.get(url) : undefined;
}

/**
 * Returns the reply to a GET that came with the page and removes it; undefined when there is none or it has expired.
 */
export function consumePreloadedReply(url: string): unknown {
  const answer = peekPreloadedReply(url);
  answers.delete(url);
  return answer;
}

/** Lists the replies that came with the page by their URLs, those that were taken included. */
export const listPreloadedReplies = (): [url: string, reply: unknown][] =>
  Object.entries(block.answers);
