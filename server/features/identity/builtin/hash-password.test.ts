import { describe, expect, it } from 'vitest';
import { hashPassword, verifyPassword } from './hash-password.ts';

describe('a kept password', () => {
  it('is an Argon2id hash at OWASP’s advice', async () =>
    expect(await hashPassword('a long walk')).toMatch(
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/,
    ));

  it('is known again, and no other is', async () => {
    const hash = await hashPassword('un café à l’aube');
    expect(await verifyPassword({ hash, password: 'un café à l’aube' })).toBe(true);
    expect(await verifyPassword({ hash, password: 'un cafe à l’aube' })).toBe(false);
  });

  it('is known again however its accents were typed', async () => {
    const hash = await hashPassword('un café à l’aube'.normalize('NFD'));
    expect(await verifyPassword({ hash, password: 'un café à l’aube'.normalize('NFC') })).toBe(
      true,
    );
  });

  it.each(['', 'plain', '$argon2id$v=19$m=8,t=1,p=1$AAAA$AAAA', 'a:b'])(
    'is not known by the hash %o',
    async (hash) => expect(await verifyPassword({ hash, password: 'anything' })).toBe(false),
  );
});
