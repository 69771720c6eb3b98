import type { FastifyRequest } from 'fastify';
import type { Database } from '#server/db/connect.ts';
import type { App } from '#server/dependencies.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import type { ErrorCode } from '#shared/contract/errors.ts';
import { getCurrentIdentity } from '#shared/contract/identity.ts';
import { type PersonState, getPersonState } from '#shared/rules/person-state.ts';
import { isRoleAdmitted, isStudioAccess } from '#shared/rules/roles.ts';
import { type AccessLevel, canCallEndpoint } from '#shared/rules/route-table.ts';
import { identifyByApiToken, readApiToken } from './api-token.ts';
import { toAppError } from './error-handler.ts';
import { AppError } from './errors.ts';
import type { OwnDataRequest, Principal, Identity } from './identity.ts';

// The error for a person in this state who may not make a call.
const REFUSAL_BY_STATE: Record<PersonState, ErrorCode> = {
  signed_out: 'unauthorised',
  onboarding: 'onboarding_required',
  no_pass: 'pass_required',
  pass: 'admin_required',
  admin: 'admin_required',
};

/** Returns the access state of a caller, such as `onboarding` or `pass`; `signed_out` for null. */
export function getCallerAccessState(principal: Principal | null): PersonState {
  return getPersonState({
    signedIn: principal !== null,
    profile: principal?.user ?? null,
    hasActiveAccess: principal?.user?.hasActiveAccess ?? false,
  });
}

/**
 * Checks whether a caller may call an endpoint with this access level; returns the error code of the refusal, or null
 * when they may.
 */
export function findAccessRefusalCode(
  access: AccessLevel,
  principal: Principal | null,
): ErrorCode | null {
  const state = getCallerAccessState(principal);
  if (!canCallEndpoint(access, state)) return REFUSAL_BY_STATE[state];
  const role = principal?.user?.role ?? 'member';
  return isStudioAccess(access) && !isRoleAdmitted(access, role) ? 'admin_required' : null;
}

/**
 * Creates an onRequest hook that identifies the caller, sets `request.principal`, and refuses calls that the caller may
 * not make, before the body is read: by access level and role, the studio's people without a second factor, and sign-ins too old for `fresh`
 * endpoints. The identity headers of the specification must match the session; they never identify. `askForOwn` chooses
 * rows of the caller to read in the same statement.
 */
export function createAuthorizationHook(
  app: App,
  endpoint: AccessRule,
  askForOwn?: (request: FastifyRequest) => OwnDataRequest | null,
): (request: FastifyRequest) => Promise<void> {
  const provider = app.dependencies.identity;
  const checks = !isSignInEndpoint(endpoint);
  return async (request) => {
    // A request with a token is its owner's alone: a sign-in that it also carries is not looked at.
    const token = isStudioAccess(endpoint.access) ? readApiToken(request) : null;
    if (token !== null) {
      const owner = await identifyByApiToken(app, endpoint, token);
      const refused = findAccessRefusalCode(endpoint.access, owner);
      if (refused) throw new AppError(refused);
      request.principal = owner;
      return;
    }
    const principal = await provider.identify(request, askForOwn?.(request));
    if (principal && checks) checkIdentityHeaders(request, principal.identity);
    const refusal = findAccessRefusalCode(endpoint.access, principal);
    if (refusal) throw new AppError(refusal);
    // A password alone does not protect enough what the studio sees and does.
    if (isStudioAccess(endpoint.access) && principal)
      if (!(await provider.isStudioOpen(request, principal.identity)))
        throw new AppError('second_factor_required');
    if (endpoint.fresh) await assertFreshSignIn(request);
    request.principal = principal;
  };
}

/**
 * Refuses a call unless the caller signed in within the last FRESH_SIGN_IN_MINUTES.
 * @throws {AppError} `fresh_sign_in_needed`
 */
export async function assertFreshSignIn(request: FastifyRequest): Promise<void> {
  const { identity } = request.server.dependencies;
  if (!(await identity.isFresh(request))) throw new AppError('fresh_sign_in_needed');
}

/**
 * Refuses what waits until the owner of an address has confirmed it: another person may have signed up with it.
 * @throws {AppError} `email_unconfirmed`
 */
export function assertEmailConfirmed({ emailConfirmed }: Identity): void {
  if (!emailConfirmed) throw new AppError('email_unconfirmed');
}

/** Statuses that do not depend on who the caller is. */
const FINAL_STATUSES = new Set([400, 401, 413, 415, 429, 503]);

/**
 * Returns the error to reply with when a handler threw `error`: `unauthorised` if the caller's account was erased
 * during the request, because the missing rows may have caused it; otherwise `error` itself.
 */
export async function toUnauthorisedErrorIfErased(
  { dependencies, lockProfileForKeyShareIfExists }: App,
  principal: Principal | null,
  error: unknown,
): Promise<unknown> {
  const { statusCode } = toAppError(error);
  if (!principal?.user || FINAL_STATUSES.has(statusCode)) return error;
  const there = await lockProfileForKeyShareIfExists(dependencies.db, principal.user.id).catch(
    () => true,
  );
  return there ? error : new AppError('unauthorised', undefined, { cause: error });
}

type AccessRule = Pick<Endpoint, 'path' | 'access' | 'fresh' | 'scope'>;

/**
 * Whether the endpoint belongs to signing in or out. These skip the header check, so that a page that still
 * names a former user (another tab signed out) can sign in again.
 */
function isSignInEndpoint({ path, access }: AccessRule): boolean {
  return access === 'public' && path.startsWith('/api/auth/') && path !== getCurrentIdentity.path;
}

/** Refuses a call whose identity headers name another person than the session does. */
function checkIdentityHeaders(request: FastifyRequest, identity: Identity): void {
  const uid = request.headers['x-firebase-uid'];
  const email = request.headers['x-firebase-email'];
  if (uid !== undefined && uid !== identity.uid) throw new AppError('identity_mismatch');
  if (email !== undefined && !isSameEmail(String(email), identity.email))
    throw new AppError('identity_mismatch');
}

function isSameEmail(header: string, email: string): boolean {
  const expected = email.toLowerCase();
  if (header.toLowerCase() === expected) return true;
  try {
    // Header values are bytes, so the browser percent-encodes the address.
    return decodeURIComponent(header).toLowerCase() === expected;
  } catch {
    return false;
  }
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether a person's profile is there; given by the feature that owns profiles. */
    lockProfileForKeyShareIfExists: (db: Database, userId: string) => Promise<boolean>;
  }
}
