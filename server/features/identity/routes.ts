import type { App } from '#server/dependencies.ts';
import { verifyAndConsumeBotCheckToken } from '#server/features/bot-check/writes.ts';
import {
  buildRateLimitKey,
  consumeClientRateLimit,
  consumeRateLimit,
} from '#server/http/rate-limits.ts';
import { registerRoute } from '#server/http/route.ts';
import { assertSignUpOpen } from '#server/http/sign-up.ts';
import * as contract from '#shared/contract/identity.ts';
import { assertPasswordHardToGuess } from './builtin/policy.ts';
import {
  signInWithinLimits,
  recordSignInAndEmailIfNewDevice,
  signInByPasswordWithoutLimits,
} from './builtin/sign-in.ts';
import {
  createUnconfirmedSignUpAndEmailLink,
  createUnconfirmedAccountAndEmailLink,
} from './builtin/sign-up.ts';
import { listAccountsHoldingOrClaimingEmail } from './claims/reads.ts';
import { type BuiltinAuth, isSignInSessionExtensionDue } from './service.ts';
import {
  readSessionToken,
  forwardCookies,
  buildBetterAuthHeaders,
  toRelyingParty,
} from './wire.ts';

const MINUTE_MS = 60_000;
const SIGN_UP_LIMIT = { limit: 5, windowMs: 60 * MINUTE_MS };
/** High, because an airport's Wi-Fi shares one address. */
const SIGN_UPS_PER_ADDRESS = { limit: 100, windowMs: 60 * MINUTE_MS };

/**
 * Registers sign-up, sign-in and sign-out by e-mail, and the route of the caller's identity. better-auth does the work
 * behind our contract.
 */
export function identityRoutes(app: App, auth: BuiltinAuth): void {
  const deps = app.dependencies;

  registerRoute(app, contract.signUp, async ({ body, request, db, now }) => {
    assertSignUpOpen(deps.signUp);
    const { email, password, name = '', language, botToken } = body;
    await consumeClientRateLimit({ request, db, now }, 'sign-up', SIGN_UPS_PER_ADDRESS);
    await consumeRateLimit(
      db,
      buildRateLimitKey(app, 'sign-up', email.toLowerCase()),
      SIGN_UP_LIMIT,
      now,
    );
    await assertPasswordHardToGuess(password, email);
    if (!(await verifyAndConsumeBotCheckToken(deps, db, 'sign_up', botToken, now))) {
      await createUnconfirmedSignUpAndEmailLink(deps, db, { email, name, language });
      return { next: 'confirm_email' as const };
    }
    await createUnconfirmedAccountAndEmailLink(deps, db, { email, name, password, language });
    return { next: 'sign_in' as const };
  });

  registerRoute(app, contract.signIn, async ({ body, request, reply, db, now }) => {
    const uids = (await listAccountsHoldingOrClaimingEmail(db, body.email)).map(({ uid }) => uid);
    const { headers, identity, usedRecoveryCode } = await signInWithinLimits(
      { request, email: body.email, uids, now },
      () =>
        signInByPasswordWithoutLimits({ ...deps, auth }, db, {
          ...body,
          party: toRelyingParty(request),
          headers: buildBetterAuthHeaders(request),
          former: readSessionToken(request, deps),
        }),
    );
    forwardCookies(reply, headers);
    await recordSignInAndEmailIfNewDevice(request, reply, {
      uid: identity.uid,
      now,
      usedRecoveryCode,
    });
    return identity;
  });

  registerRoute(app, contract.signOut, async ({ request, reply }) => {
    const { headers } = await auth.api.signOut({
      headers: buildBetterAuthHeaders(request),
      returnHeaders: true,
    });
    forwardCookies(reply, headers);
    // Recordings are cached for long; the next person on this device must not get them.
    void reply.header('clear-site-data', '"cache"');
    return { ok: true as const };
  });

  registerRoute(app, contract.getCurrentIdentity, async ({ identity, request, reply, now }) => {
    // Called once per page load: better-auth prolongs a session in use here, and clears the cookie of one that ended.
    const isCalled = identity
      ? isSignInSessionExtensionDue(identity, now)
      : deps.identity.mayBeSignedIn(request);
    if (isCalled) {
      const { headers } = await auth.api.getSession({
        headers: buildBetterAuthHeaders(request),
        returnHeaders: true,
      });
      forwardCookies(reply, headers);
    }
    return { identity: identity && { uid: identity.uid, email: identity.email } };
  });
}
