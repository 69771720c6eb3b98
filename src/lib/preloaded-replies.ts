import type { Moment, StartBlock } from '#shared/rules/start-page.ts';

/** How long after the first render replies may be used, in milliseconds; later they may be outdated. */
const MAX_AGE_MS = 5000;

let block: StartBlock | undefined;
let answers = new Map<string, unknown>();
let until = Infinity;

/** Reads the block of preloaded replies from the page, the first time. */
function readBlock(): StartBlock {
  if (block) return block;
  const text = globalThis.document?.querySelector?.('#start')?.textContent ?? '';
  block = text === '' ? { answers: {}, rendered: null } : (JSON.parse(text) as StartBlock);
  answers = new Map(Object.entries(block.answers));
  return block;
}

/** Returns the instant for which the server rendered the page; null when it did not render it. */
export function getServerRenderTime(): Moment | null {
  const { rendered } = readBlock();
  return rendered && { at: new Date(rendered.at), timeZone: rendered.timeZone };
}

/** Lets the replies expire soon: called when the app is first rendered, which on a slow network is long after the page. */
export function expirePreloadedReplies(): void {
  until = performance.now() + MAX_AGE_MS;
}

/** Returns the reply to a GET that came with the page, if it is not too old and was not taken. */
export function peekPreloadedReply(url: string): unknown {
  readBlock();
  return performance.now() < until ? answers.get(url) : undefined;
}

/** Returns the reply to a GET that came with the page, only the first time; undefined when there is none. */
export function takePreloadedReply(url: string): unknown {
  const answer = peekPreloadedReply(url);
  answers.delete(url);
  return answer;
}
