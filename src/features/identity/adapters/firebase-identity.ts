import type { User } from '@firebase/auth';
import type { IdentityReply } from '#shared/contract/identity.ts';
import { getFirebaseErrorCode } from './firebase-errors.ts';

/**
 * Reads the signed-in identity from Firebase's ID token, with which the server compares it. Where an expired token
 * cannot be renewed because there is no network, uses the e-mail address that the SDK has stored on the device.
 */
export async function readFirebaseIdentity(
  user: Pick<User, 'uid' | 'displayName' | 'email' | 'getIdTokenResult'>,
): Promise<IdentityReply> {
  const email = await user.getIdTokenResult().then(
    ({ claims }) => (typeof claims['email'] === 'string' ? claims['email'] : ''),
    (error: unknown) => {
      if (getFirebaseErrorCode(error) !== 'auth/network-request-failed') throw error;
      return user.email ?? '';
    },
  );
  const name = user.displayName ?? '';
  return { uid: user.uid, email, ...(name !== '' && { name }) };
}
