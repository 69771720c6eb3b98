import type { FastifyRequest } from 'fastify';
import type { Database } from '#server/db/connect.ts';
import { toCallerProfile } from '#server/features/billing/reads.ts';
import { isEmailConfirmed } from '#server/features/identity/claims/reads.ts';
import { AppError } from '#server/http/errors.ts';
import { toLoggableError } from '#server/log.ts';
import type { Principal, IdentityProvider } from '#server/http/identity.ts';
import { FRESH_SIGN_IN_MINUTES } from '#shared/rules/fresh-sign-in.ts';
import { SIGNED_IN_HINT_COOKIE } from '#shared/rules/firebase.ts';
import { findFirebaseProfile } from './reads.ts';
import { findConfirmedSecondFactorId } from './second-factor/reads.ts';
import { hasSecondFactorCookie } from './second-factor/wire.ts';
import type { VerifiedIdToken, IdTokenVerifier } from './service.ts';

const SIGNED_IN_COOKIE = new RegExp(`(?:^|;\\s*)${SIGNED_IN_HINT_COOKIE}=1(?:;|$)`);

const FRESH_MS = FRESH_SIGN_IN_MINUTES * 60_000;

/**
 * Creates the identity provider of Firebase, which identifies callers by the ID token in the Authorization header. With
 * `livemode`, passes of the test mode give no access. Its methods throw not_ready when Google's keys are unreachable.
 */
export function createFirebaseIdentityProvider(
  db: Database,
  verify: IdTokenVerifier,
  clock: () => Date,
  livemode = false,
): IdentityProvider {
  return {
    provider: 'firebase',
    isEmailConfirmed,
    // Page requests carry no token, so the browser sets a cookie that only says a person is signed in.
    mayBeSignedIn: ({ headers }) =>
      readBearerToken(headers) !== null || SIGNED_IN_COOKIE.test(headers.cookie ?? ''),
    readSignedToken: () => null,
    async isFresh(request) {
      const token = readBearerToken(request.headers);
      const verified = token === null ? null : await verifyAndLogFailure(request, verify, token);
      return verified !== null && clock().getTime() - verified.signedInAt.getTime() <= FRESH_MS;
    },
    async isStudioOpen(request, { uid, signedInAt }) {
      const factorId = await findConfirmedSecondFactorId(db, uid);
      if (factorId === null || !signedInAt) return false;
      const { dependencies } = request.server;
      return hasSecondFactorCookie(dependencies, request, { factorId, signedInAt }, clock());
    },
    async identify(request, asked): Promise<Principal | null> {
      const token = readBearerToken(request.headers);
      const verified = token === null ? null : await verifyAndLogFailure(request, verify, token);
      if (!verified) return null;
      const row = await findFirebaseProfile(db, verified.uid, {
        now: clock(),
        livemode,
        asked: asked ?? null,
      });
      const identity = { provider: 'firebase', ...verified } as const;
      if (!row) return { identity, user: null };
      const { own, tokensValidAfter, ...profile } = row;
      // Locked by its owner since: Firebase's token itself would be good for another hour.
      if (tokensValidAfter && verified.signedInAt <= tokensValidAfter) return null;
      return { identity, user: toCallerProfile(profile), own };
    },
  };
}

function readBearerToken({ authorization }: { authorization?: string | undefined }): string | null {
  return /^Bearer +([\w-]+\.[\w-]+\.[\w-]*)$/i.exec(authorization ?? '')?.[1] ?? null;
}

/** Verifies a token and logs when the key server cannot be reached, so that an operator can fix it. */
async function verifyAndLogFailure(
  request: FastifyRequest,
  verify: IdTokenVerifier,
  token: string,
): Promise<VerifiedIdToken | null> {
  try {
    return await verify(token);
  } catch (error) {
    const cause = error instanceof AppError ? error.cause : error;
    request.log.error({ error: toLoggableError(cause) }, 'firebase keys');
    throw error;
  }
}
