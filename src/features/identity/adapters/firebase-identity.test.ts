import { expect, it } from 'vitest';
import { readFirebaseIdentity } from './firebase-identity.ts';

const failWith = (code: string) =>
  readFirebaseIdentity({
    uid: 'ada',
    displayName: 'Ada',
    email: 'ada@example.org',
    getIdTokenResult: () => Promise.reject(Object.assign(new Error(code), { code })),
  });

it('who is signed in is known without a network, although the token of Firebase is over', async () => {
  expect(await failWith('auth/network-request-failed')).toEqual({
    uid: 'ada',
    name: 'Ada',
    email: 'ada@example.org',
  });
});

it('a sign-in that Firebase ended is no identity', async () => {
  await expect(failWith('auth/user-token-expired')).rejects.toThrow('auth/user-token-expired');
});
