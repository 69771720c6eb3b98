import type { FastifyRequest } from 'fastify';
import type { Database } from '#server/db/connect.ts';
import type { Identified, IdentityProvider } from '#server/http/identity.ts';
import { findCaller } from './reads.ts';
import { SESSION_COOKIE } from './service.ts';

/** The sign-in token of a request's cookie, or null. */
function sessionToken(request: FastifyRequest): string | null {
  for (const pair of (request.headers.cookie ?? '').split(';')) {
    const [name, value] = pair.trim().split('=', 2);
    if (value === undefined || (name !== SESSION_COOKIE && name !== `__Secure-${SESSION_COOKIE}`)) {
      continue;
    }
    // better-auth signs its cookies as `token.signature`. The token alone is 32 random characters,
    // looked up on every request, so the signature adds nothing that this read would need.
    const token = value.split('.')[0] ?? '';
    return /^[A-Za-z0-9]{16,128}$/.test(token) ? token : null;
  }
  return null;
}

/** Identity by e-mail and password, from the cookie that better-auth set. */
export function builtinIdentity(db: Database, clock: () => Date): IdentityProvider {
  return {
    provider: 'builtin',
    mayBeSignedIn: (request) => sessionToken(request) !== null,
    async identify(request): Promise<Identified | null> {
      const token = sessionToken(request);
      const row = token && (await findCaller(db, token, clock()));
      if (!row) return null;
      const { uid, identityEmail, passTier, passEndsAt, ...profile } = row;
      const user = profile.id
        ? {
            ...(profile as { [Key in keyof typeof profile]: NonNullable<(typeof profile)[Key]> }),
            timeZone: profile.timeZone,
            hasActiveAccess: passTier !== null,
            tier: passTier ?? ('free' as const),
            accessEndsAt: passEndsAt,
          }
        : null;
      return { identity: { provider: 'builtin', uid, email: identityEmail }, user };
    },
  };
}
