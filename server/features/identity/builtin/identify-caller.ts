import type { Database } from '#server/db/connect.ts';
import type { Principal, IdentityProvider } from '#server/http/identity.ts';
import { findCaller } from '../reads.ts';
import { isSessionFresh } from './reads.ts';
import { type CookieSettings, readSessionToken } from '../wire.ts';

/**
 * Identity provider for e-mail and password or Google: reads the cookie that better-auth set.
 * `livemode`: whether payments are real, when only passes that were paid or granted count.
 */
export function createBuiltinIdentityProvider(
  db: Database,
  clock: () => Date,
  settings: CookieSettings,
  livemode: boolean,
): IdentityProvider {
  return {
    provider: 'builtin',
    mayBeSignedIn: (request) => readSessionToken(request, settings) !== null,
    async isFresh(request) {
      const token = readSessionToken(request, settings);
      return token !== null && (await isSessionFresh(db, token));
    },
    async identify(request, asked): Promise<Principal | null> {
      const token = readSessionToken(request, settings);
      const row =
        token && (await findCaller(db, token, { now: clock(), livemode, asked: asked ?? null }));
      if (!row) return null;
      const { uid, identityEmail, passTier, passEndsAt, own, ...profile } = row;
      const user = profile.id
        ? {
            ...(profile as { [Key in keyof typeof profile]: NonNullable<(typeof profile)[Key]> }),
            timeZone: profile.timeZone,
            hasActiveAccess: passTier !== null,
            tier: passTier ?? ('free' as const),
            accessEndsAt: passEndsAt,
          }
        : null;
      return { identity: { provider: 'builtin', uid, email: identityEmail }, user, own };
    },
  };
}
