import { describe, expect, it } from 'vitest';
import { ApiError } from './api.ts';
import { fateOf } from './outbox-fate.ts';

describe('a request that was not accepted', () => {
  it.each([
    ['waits without a network', new ApiError(0, ''), 'wait'],
    ['waits for the person to sign in again', new ApiError(401, ''), 'wait'],
    ['waits when the site is overloaded', new ApiError(503, ''), 'wait'],
    ['is counted when the server breaks on it', new ApiError(500, ''), 'failed'],
    ['is over when the server refuses it', new ApiError(409, ''), 'refused'],
    ['waits when its reply could not be read', new Error('cut off'), 'wait'],
  ] as const)('%s', (_, error, fate) => {
    expect(fateOf(error)).toBe(fate);
  });
});
