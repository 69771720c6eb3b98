import { ApiError } from './api.ts';

/** After so many answers that the server failed on it, a request steps aside for those behind it. */
export const MOST_FAILURES = 5;

/**
 * What a failed delivery means for a request: `wait` (nothing was decided, try the same again later),
 * `failed` (the server broke on it: count it), `refused` (decided, it is over).
 */
export function fateOf(error: unknown): 'wait' | 'failed' | 'refused' {
  if (!(error instanceof ApiError)) return 'wait';
  const { status } = error;
  // 502 to 504 speak of the site, not of the request.
  if ([0, 401, 429, 502, 503, 504].includes(status)) return 'wait';
  return status >= 500 ? 'failed' : 'refused';
}
