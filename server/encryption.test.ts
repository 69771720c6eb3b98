import { describe, expect, it } from 'vitest';
import { encrypt, decrypt } from './encryption.ts';

const SECRET = 'a secret that only the tests know';

describe('an encrypted value', () => {
  it('opens with the secret that closed it', () =>
    expect(decrypt(SECRET, encrypt(SECRET, { to: 'ada@example.org' }))).toEqual({
      to: 'ada@example.org',
    }));

  it('shows nothing of what is in it', () =>
    expect(Buffer.from(encrypt(SECRET, 'ada@example.org'), 'base64url').toString()).not.toContain(
      'ada',
    ));

  it('is never the same twice', () => expect(encrypt(SECRET, 1)).not.toBe(encrypt(SECRET, 1)));

  it('does not open with another secret', () =>
    expect(() => decrypt('another secret', encrypt(SECRET, 1))).toThrow());

  it('does not open once a bit of it was changed', () => {
    const bytes = Buffer.from(encrypt(SECRET, 1), 'base64url');
    const last = bytes.length - 1;
    bytes.writeUInt8(bytes.readUInt8(last) ^ 1, last);
    expect(() => decrypt(SECRET, bytes.toString('base64url'))).toThrow();
  });
});
