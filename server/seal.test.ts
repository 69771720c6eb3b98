import { describe, expect, it } from 'vitest';
import { seal, unseal } from './seal.ts';

const SECRET = 'a secret that only the tests know';

describe('a sealed value', () => {
  it('opens with the secret that closed it', () =>
    expect(unseal(SECRET, seal(SECRET, { to: 'ada@example.org' }))).toEqual({
      to: 'ada@example.org',
    }));

  it('shows nothing of what is in it', () =>
    expect(Buffer.from(seal(SECRET, 'ada@example.org'), 'base64url').toString()).not.toContain(
      'ada',
    ));

  it('is never the same twice', () => expect(seal(SECRET, 1)).not.toBe(seal(SECRET, 1)));

  it('does not open with another secret', () =>
    expect(() => unseal('another secret', seal(SECRET, 1))).toThrow());

  it('does not open once a bit of it was changed', () => {
    const bytes = Buffer.from(seal(SECRET, 1), 'base64url');
    const last = bytes.length - 1;
    bytes.writeUInt8(bytes.readUInt8(last) ^ 1, last);
    expect(() => unseal(SECRET, bytes.toString('base64url'))).toThrow();
  });
});
