import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#web/lib/api.ts';
import { getFirebaseErrorCode, toApiErrorIfKnownElseLog } from './firebase-errors.ts';

const thrown = (code: string) =>
  Object.assign(new Error(`Firebase: Error (${code}) ada@example.org`), { code });
const lines: string[] = [];

beforeEach(() => {
  lines.length = 0;
  vi.spyOn(console, 'error').mockImplementation((line: string) => void lines.push(line));
});
afterEach(() => vi.restoreAllMocks());

describe('an error of Firebase', () => {
  it.each([
    ['auth/invalid-credential', 401, 'wrong_credentials'],
    ['auth/wrong-password', 401, 'wrong_credentials'],
    ['auth/user-not-found', 401, 'wrong_credentials'],
    ['auth/user-disabled', 401, 'wrong_credentials'],
    ['auth/email-already-in-use', 422, 'email_unusable'],
    ['auth/account-exists-with-different-credential', 422, 'email_unusable'],
    ['auth/invalid-email', 400, 'invalid_input'],
    ['auth/weak-password', 400, 'invalid_input'],
    ['auth/too-many-requests', 429, 'too_many_requests'],
    ['auth/network-request-failed', 0, 'network'],
    ['auth/invalid-api-key', 500, 'invalid-api-key'],
    ['auth/user-token-expired', 401, 'unauthorised'],
  ])('%s is our %i %s', (code, status, ours) => {
    const error = toApiErrorIfKnownElseLog(thrown(code));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ status, code: ours });
    expect(lines).toEqual([]);
  });

  it('says the same whether the address or the password was wrong', () => {
    const said = ['auth/user-not-found', 'auth/wrong-password'].map((code) =>
      String(toApiErrorIfKnownElseLog(thrown(code))),
    );
    expect(new Set(said).size).toBe(1);
  });

  it('names the field that can be mended', () => {
    expect(toApiErrorIfKnownElseLog(thrown('auth/weak-password'))).toHaveProperty(
      'fields.password',
    );
    expect(toApiErrorIfKnownElseLog(thrown('auth/invalid-email'))).toHaveProperty('fields.email');
  });
});

describe('any other error', () => {
  it.each([thrown('auth/operation-not-allowed'), new TypeError('x'), 'text', null])(
    'is logged and thrown on as it is (%o)',
    (error) => {
      expect(toApiErrorIfKnownElseLog(error)).toBe(error);
      expect(lines).toHaveLength(1);
      expect(lines.join()).not.toContain('ada@example.org');
    },
  );

  it('has no code of Firebase', () => {
    for (const error of [new Error('x'), { code: 'ECONNRESET' }, null, 7])
      expect(getFirebaseErrorCode(error)).toBe('');
  });
});
