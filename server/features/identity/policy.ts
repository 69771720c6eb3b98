import { createHmac, timingSafeEqual } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { Database } from '#server/db/connect.ts';
import type { Identified, IdentityProvider } from '#server/http/identity.ts';
import { findCaller } from './reads.ts';

/** Where people reach this server and what signs its cookies. */
export interface CookieSettings {
  address: string;
  secret: string;
}

/**
 * The name of the sign-in cookie. Over https it is bound to this very host (RFC 6265bis, `__Host-`), so
 * that no neighbouring subdomain can plant one; that prefix asks for https, so without it the name is plain.
 */
export function sessionCookie(address: string): string {
  return address.startsWith('https:') ? '__Host-envol.session' : 'envol.session';
}

/**
 * The sign-in token of a request, or null. better-auth signs its cookies as `token.signature`
 * (HMAC-SHA-256, base64); one that is unsigned, signed otherwise or sent twice is none.
 */
export function sessionToken(
  request: FastifyRequest,
  { address, secret }: CookieSettings,
): string | null {
  const name = sessionCookie(address);
  const values = (request.headers.cookie ?? '').split(';').flatMap((pair) => {
    const [key, value] = pair.trim().split('=', 2);
    return key === name && value !== undefined ? [value] : [];
  });
  const signed = values.length === 1 ? decoded(values[0] ?? '') : '';
  const [token = '', signature = ''] = signed.split('.', 2);
  if (!/^[A-Za-z0-9]{16,128}$/.test(token)) return null;
  const expected = createHmac('sha256', secret).update(token).digest();
  const given = Buffer.from(signature, 'base64');
  return given.length === expected.length && timingSafeEqual(given, expected) ? token : null;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return '';
  }
}

/** Identity by e-mail and password or Google, from the cookie that better-auth set. */
export function builtinIdentity(
  db: Database,
  clock: () => Date,
  settings: CookieSettings,
): IdentityProvider {
  return {
    provider: 'builtin',
    mayBeSignedIn: (request) => sessionToken(request, settings) !== null,
    async identify(request): Promise<Identified | null> {
      const token = sessionToken(request, settings);
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
