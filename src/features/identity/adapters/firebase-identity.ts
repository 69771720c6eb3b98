import type { User } from '@firebase/auth';
import type { IdentityReply } from '#shared/contract/identity.ts';
import { getFirebaseCode } from './firebase-errors.ts';

/**
 * Reads the identity from the ID token, which the server compares with too. A token lasts an hour; without a network it
 * can't be had anew, and the identity that the SDK keeps on the device stands in.
 */
export async function readIdentity(
  user: Pick<User, 'uid' | 'displayName' | 'email' | 'getIdTokenResult'>,
): Promise<IdentityReply> {
  const email = await user.getIdTokenResult().then(
    ({ claims }) => (typeof claims['email'] === 'string' ? claims['email'] : ''),
    (error: unknown) => {
      if (getFirebaseCode(error) !== 'auth/network-request-failed') throw error;
      return user.email ?? '';
    },
  );
  const name = user.displayName ?? '';
  return { uid: user.uid, email, ...(name !== '' && { name }) };
}
