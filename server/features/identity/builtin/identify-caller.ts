import type { Database } from '#server/db/connect.ts';
import { toCallerProfile } from '#server/features/billing/reads.ts';
import type { Principal, IdentityProvider } from '#server/http/identity.ts';
import { isEmailConfirmed } from '../claims/reads.ts';
import { findCallerBySessionToken, hasOnlyPassword } from '../reads.ts';
import { isSignInSessionFresh } from './reads.ts';
import { type CookieSettings, readSessionToken } from '../wire.ts';

/**
 * Creates the identity provider for accounts of this server itself (e-mail and password, or Google), which identifies
 * the caller of a request by better-auth's session cookie. With `livemode`, passes bought in test mode give no access.
 */
export function createBuiltinIdentityProvider(
  db: Database,
  clock: () => Date,
  settings: CookieSettings,
  livemode: boolean,
): IdentityProvider {
  return {
    provider: 'builtin',
    isEmailConfirmed,
    mayBeSignedIn: (request) => readSessionToken(request, settings) !== null,
    readSignedToken: (request) => readSessionToken(request, settings),
    async isFresh(request) {
      const token = readSessionToken(request, settings);
      return token !== null && (await isSignInSessionFresh(db, token));
    },
    isStudioOpen: async (_request, { uid }) => !(await hasOnlyPassword(db, uid)),
    async identify(request, asked): Promise<Principal | null> {
      const token = readSessionToken(request, settings);
      const row =
        token &&
        (await findCallerBySessionToken(db, token, {
          now: clock(),
          livemode,
          asked: asked ?? null,
        }));
      if (!row) return null;
      const {
        uid,
        identityEmail: email,
        emailConfirmed,
        sessionEndsAt: expiresAt,
        own,
        ...profile
      } = row;
      // With an id, every field of a profile is there.
      const user = profile.id
        ? toCallerProfile(profile as Parameters<typeof toCallerProfile>[0])
        : null;
      const identity = { provider: 'builtin', uid, email, emailConfirmed, expiresAt } as const;
      return { identity, user, own };
    },
  };
}
