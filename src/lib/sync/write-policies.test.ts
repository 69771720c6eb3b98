import { describe, expect, it } from 'vitest';
import { ApiError } from '#web/lib/api.ts';
import { classifyFailure } from './write-policies.ts';

describe('a request that was not accepted', () => {
  it.each([
    ['waits without a network', new ApiError(0, ''), 'retry'],
    ['waits for the person to sign in again', new ApiError(401, ''), 'retry'],
    ['waits when the site is overloaded', new ApiError(503, ''), 'retry'],
    ['is counted when the server breaks on it', new ApiError(500, ''), 'failed'],
    ['is over when the server refuses it', new ApiError(409, ''), 'refused'],
    ['waits when its reply could not be read', new Error('cut off'), 'retry'],
  ] as const)('%s', (_, error, outcome) => {
    expect(classifyFailure(error)).toBe(outcome);
  });
});
