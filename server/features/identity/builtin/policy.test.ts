import { describe, expect, it } from 'vitest';
import { assertPasswordHardToGuess } from './policy.ts';

const judge = (password: string, email = 'jane.doe@example.org') =>
  assertPasswordHardToGuess(password, email);
const refusal = { code: 'password_too_common' };

describe('a new password', () => {
  it.each(['password', 'Password1', 'qwertyuiop', 'iloveyou', 'chocolat1', 'motdepasse1'])(
    'is refused as %s, which leaks are full of',
    (password) => expect(judge(password)).rejects.toMatchObject(refusal),
  );
  it.each([
    '        ',
    'aaaaaaaa',
    'a'.repeat(128),
    'abababab',
    'abcdefghij',
    '12121990',
    '2027-12-30',
    'azertyuiop',
  ])('is refused as %j, which is a simple pattern', (password) =>
    expect(judge(password)).rejects.toMatchObject(refusal),
  );
  it.each(['envolenvol', 'Envol!2026', '3nv0l2026', 'ENVOL-envol-1'])(
    'is refused as %s, which is made of the product’s name',
    (password) => expect(judge(password)).rejects.toMatchObject(refusal),
  );
  it.each(['jane.doe@example.org', 'Jane.Doe1', 'janedoe@', 'doe2026jane', 'example2026'])(
    'is refused as %s, which is made of the person’s own address',
    (password) => expect(judge(password)).rejects.toMatchObject(refusal),
  );
  it.each([
    'a long walk along the runway',
    'une longue nuit',
    'tulipe-verte',
    'xk7$Qm2p',
    '令人安心的飞行',
    'jane sees the sea',
    'envol over the water',
    `${'x7!k'.repeat(3)}${'-'.repeat(116)}`,
  ])('is taken as %s', (password) => expect(judge(password)).resolves.toBeUndefined());
  it('is judged on another thread, many at once and each by itself', async () => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 0);
    const given = Array.from({ length: 40 }, (_, index) =>
      index % 2 === 0 ? `a long walk ${index}` : 'iloveyou',
    );
    const judged = await Promise.allSettled(given.map((password) => judge(password)));
    clearInterval(timer);
    expect(judged.map(({ status }) => status)).toEqual(
      given.map((password) => (password === 'iloveyou' ? 'rejected' : 'fulfilled')),
    );
    // The main thread went on meanwhile.
    expect(turns).toBeGreaterThan(0);
  });
  it('is judged by its own person’s address only', () =>
    expect(judge('jane.doe-runway', 'somebody@example.com')).resolves.toBeUndefined());
});
