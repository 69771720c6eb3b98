import type { FastifyRequest } from 'fastify';
import type { App, Dependencies } from '#server/dependencies.ts';
import { isThere } from '#server/features/account/reads.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import type { ErrorCode } from '#shared/contract/errors.ts';
import { currentIdentity } from '#shared/contract/identity.ts';
import { type PersonState, personState } from '#shared/rules/person-state.ts';
import { type Access, allows } from '#shared/rules/route-table.ts';
import { refusalOf } from './error-handler.ts';
import { AppError } from './errors.ts';
import type { Identified, Identity } from './identity.ts';

// What a state still lacks; the last one lacks only the role.
const MISSING: Record<PersonState, ErrorCode> = {
  signed_out: 'unauthorised',
  onboarding: 'onboarding_required',
  no_pass: 'pass_required',
  pass: 'admin_required',
  admin: 'admin_required',
};

/** The state of whoever is calling; nobody is signed out. */
export function stateOf(found: Identified | null): PersonState {
  return personState({
    signedIn: found !== null,
    profile: found?.user ?? null,
    hasActiveAccess: found?.user?.hasActiveAccess ?? false,
  });
}

/** Why a person may not call an endpoint, or null when they may. */
export function refusalFor(access: Access, found: Identified | null): ErrorCode | null {
  const state = stateOf(found);
  return allows(access, state) ? null : MISSING[state];
}

/**
 * A hook that finds out who is calling and refuses whoever may not, before anything of the body is
 * read. The specification's headers are held against the session, and never used instead of it.
 */
export function admit(app: App, endpoint: Asked): (request: FastifyRequest) => Promise<void> {
  const provider = app.dependencies.identity;
  const checks = !isDoor(endpoint);
  return async (request) => {
    const found = await provider.identify(request);
    if (found && checks) crossCheck(request, found.identity);
    const refusal = refusalFor(endpoint.access, found);
    if (refusal) throw new AppError(refusal);
    request.found = found;
  };
}

/** Refusals that stay what they are, whoever asks. */
const CERTAIN = new Set([400, 401, 413, 415, 429]);

/**
 * What a handler that failed is answered with: the account of whoever called may have been erased under
 * way, and then whatever the missing rows looked like to it, the answer is that nobody is signed in.
 */
export async function refusalToCaller(
  { db }: Pick<Dependencies, 'db'>,
  found: Identified | null,
  error: unknown,
): Promise<unknown> {
  const { statusCode } = refusalOf(error);
  if (!found?.user || CERTAIN.has(statusCode)) return error;
  const there = await isThere(db, found.user.id).catch(() => true);
  return there ? error : new AppError('unauthorised', undefined, { cause: error });
}

type Asked = Pick<Endpoint, 'path' | 'access'>;

/**
 * Whether a call leads to another sign-in. A page that still names who was there before (another tab
 * signed them out) must get through these, or nobody could sign in from it.
 */
function isDoor({ path, access }: Asked): boolean {
  return access === 'public' && path.startsWith('/api/auth/') && path !== currentIdentity.path;
}

/** Refuses a call whose specification headers name somebody else than the verified session does. */
function crossCheck(request: FastifyRequest, identity: Identity): void {
  const uid = request.headers['x-firebase-uid'];
  const email = request.headers['x-firebase-email'];
  if (uid !== undefined && uid !== identity.uid) throw new AppError('identity_mismatch');
  if (email !== undefined && !sameEmail(String(email), identity.email))
    throw new AppError('identity_mismatch');
}

function sameEmail(header: string, email: string): boolean {
  const expected = email.toLowerCase();
  if (header.toLowerCase() === expected) return true;
  try {
    // Header values are bytes, so the browser percent-encodes the address.
    return decodeURIComponent(header).toLowerCase() === expected;
  } catch {
    return false;
  }
}
