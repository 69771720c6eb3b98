import { describe, expect, it } from 'vitest';
import { ApiError } from '#web/lib/api.ts';
import type { QueuedRoute } from '#shared/rules/queued-routes.ts';
import { MAX_WRITE_FAILURES, decideAfterWriteError } from './write-policies.ts';

const route: QueuedRoute = 'POST /api/listens';
const WRITE = { key: 'a', owner: 'ada', route, params: {}, body: {}, queuedAt: '' };
const CONFLICT = '{"error":{"code":"conflict"}}';
const NO_PASS = '{"error":{"code":"pass_required"}}';
const RETRIED = { kept: WRITE, isFinal: false, mayNextFollow: false };
const COUNTED = { ...RETRIED, kept: { ...WRITE, failures: 1 } };
const OVER = {
  kept: { ...WRITE, failures: MAX_WRITE_FAILURES, refused: true },
  isFinal: true,
  mayNextFollow: true,
};
const FORBIDDEN = { kept: null, isFinal: true, mayNextFollow: true };
const NO_CONSENT = '{"error":{"code":"consent_required"}}';
const WAITING = {
  kept: { ...WRITE, failures: MAX_WRITE_FAILURES },
  isFinal: false,
  mayNextFollow: true,
};

describe('a request that was not accepted', () => {
  it.each([
    ['waits without a network', new ApiError(0, ''), RETRIED],
    ['waits for the person to sign in again', new ApiError(401, ''), RETRIED],
    ['waits when the site is overloaded', new ApiError(503, ''), RETRIED],
    ['waits when its reply could not be read', new Error('cut off'), RETRIED],
    ['is counted when the server breaks on it', new ApiError(500, ''), COUNTED],
    ['is deleted when its consent is gone', new ApiError(403, NO_CONSENT), FORBIDDEN],
    ['is kept, and not sent again, when the server refuses it', new ApiError(409, CONFLICT), OVER],
    ['waits when a refusal names no code', new ApiError(403, '<h1>Blocked</h1>'), RETRIED],
    ['waits aside while there is no pass', new ApiError(403, NO_PASS), WAITING],
  ])('%s', (_, error, verdict) => {
    expect(decideAfterWriteError(WRITE, error)).toEqual(verdict);
  });

  it('steps aside at the fifth error of the server', () => {
    const verdict = decideAfterWriteError(
      { ...WRITE, failures: MAX_WRITE_FAILURES - 1 },
      new ApiError(500, ''),
    );
    expect(verdict).toMatchObject({ isFinal: true, mayNextFollow: true });
  });
});
