/** How long an answer may take to begin, and to come whole, in milliseconds. */
const ANSWER_MS = 10_000;
const WHOLE_MS = 30_000;

/** How long a file that a page waits for may take to begin, in milliseconds: then the page says that there is no network. */
export const PAGE_FILE_TIMEOUT_MS = 5_000;

/**
 * Fetches as `fetch` does, but gives up a network that takes requests and answers none: where the answer does not begin
 * within `answerMs`, or is not whole after `wholeMs` (null: however long it takes).
 * @throws as `fetch` does
 */
export async function fetchWithTimeout(
  request: RequestInfo,
  options: RequestInit = {},
  { answerMs = ANSWER_MS, wholeMs = WHOLE_MS }: { answerMs?: number; wholeMs?: number | null } = {},
): Promise<Response> {
  const over = new AbortController();
  const giveUp = () => over.abort(new DOMException('no answer in time', 'TimeoutError'));
  const timer = setTimeout(giveUp, answerMs);
  if (wholeMs !== null) setTimeout(giveUp, wholeMs);
  const signal = options.signal ? AbortSignal.any([over.signal, options.signal]) : over.signal;
  try {
    return await fetch(request, { ...options, signal });
  } finally {
    clearTimeout(timer);
  }
}
