import { describe, expect, it } from 'vitest';
import { assertNotCommon } from './policy.ts';

describe('a new password', () => {
  it.each(['password', 'Password1', 'qwertyuiop', 'iloveyou'])('is refused as %s', (password) =>
    expect(assertNotCommon(password)).rejects.toMatchObject({ code: 'password_too_common' }),
  );
  it('is taken when nobody guesses it first', () =>
    expect(assertNotCommon('a long walk along the runway')).resolves.toBeUndefined());
});
