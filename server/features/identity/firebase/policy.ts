import type { FastifyRequest } from 'fastify';
import type { Database } from '#server/db/connect.ts';
import { AppError, loggable } from '#server/http/errors.ts';
import type { Caller, Identified, IdentityProvider } from '#server/http/identity.ts';
import { SIGNED_IN_HINT } from '#shared/rules/firebase.ts';
import { findFirebaseProfile } from './reads.ts';
import type { Verified, Verifier } from './service.ts';

const HINT = new RegExp(`(?:^|;\\s*)${SIGNED_IN_HINT}=1(?:;|$)`);

/** Identity by Firebase: from the ID token of the Authorization header, and from nothing else. */
export function firebaseIdentity(
  db: Database,
  verify: Verifier,
  clock: () => Date,
): IdentityProvider {
  return {
    provider: 'firebase',
    // A page is asked for without a token, so the browser leaves a note that says nothing about anybody.
    mayBeSignedIn: ({ headers }) => bearer(headers) !== null || HINT.test(headers.cookie ?? ''),
    async identify(request): Promise<Identified | null> {
      const token = bearer(request.headers);
      const verified = token === null ? null : await verifyLogged(request, verify, token);
      if (!verified) return null;
      return {
        identity: { provider: 'firebase', ...verified },
        user: await callerOf(db, verified.uid, clock()),
      };
    },
  };
}

function bearer({ authorization }: { authorization?: string | undefined }): string | null {
  return /^Bearer +([\w-]+\.[\w-]+\.[\w-]*)$/i.exec(authorization ?? '')?.[1] ?? null;
}

/** An unreachable key server is somebody's to mend, so it leaves a line in the log. */
async function verifyLogged(
  request: FastifyRequest,
  verify: Verifier,
  token: string,
): Promise<Verified | null> {
  try {
    return await verify(token);
  } catch (error) {
    const cause = error instanceof AppError ? error.cause : error;
    request.log.error({ error: loggable(cause) }, 'firebase keys');
    throw error;
  }
}

async function callerOf(db: Database, subject: string, now: Date): Promise<Caller | null> {
  const row = await findFirebaseProfile(db, subject, now);
  if (!row) return null;
  const { passTier, passEndsAt, ...profile } = row;
  return {
    ...profile,
    hasActiveAccess: passTier !== null,
    tier: passTier ?? 'free',
    accessEndsAt: passEndsAt,
  };
}
