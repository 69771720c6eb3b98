import type { FastifyRequest } from 'fastify';
import type { App } from '#server/dependencies.ts';
import { recordRateLimitUse } from '#server/db/rate-limits.ts';
import { listStoredEmailOpenings } from '#server/features/audit/reads.ts';
import { verifyAndConsumeBotCheckToken } from '#server/features/bot-check/writes.ts';
import { AppError } from '#server/http/errors.ts';
import {
  buildRateLimitKey,
  consumeClientRateLimit,
  consumeRateLimit,
  consumeRateLimitWithBackoff,
  resetRateLimit,
} from '#server/http/rate-limits.ts';
import { registerRoute } from '#server/http/route.ts';
import { assertSignUpOpen } from '#server/http/sign-up.ts';
import * as contract from '#shared/contract/security.ts';
import type { SecurityEventKind } from '#shared/rules/security-events.ts';
import { type BuiltinAuth, translateAuthErrors } from '../service.ts';
import {
  buildSessionCookie,
  describeDevice,
  readSessionToken,
  forwardCookies,
  setDeviceCookie,
  buildBetterAuthHeaders,
} from '../wire.ts';
import {
  EMAIL_LINK_TRIES_LIMIT,
  PASSWORD_TRIES_LIMIT,
  recordSecurityEvent,
  revokeUnusedLinks,
} from '../writes.ts';
import {
  confirmEmailOrEmailChange,
  requestEmailChange,
  sendEmailConfirmationIfNeeded,
} from './change-email.ts';
import { changePasswordAndEndOtherSessions } from './change-password.ts';
import { deleteSecondFactors, lockAccountAndCreateResetToken } from './lock-account.ts';
import { queueSecurityEmailUnlessErased } from './send-security-email.ts';
import { assertPasswordHardToGuess } from './policy.ts';
import { DAY_MS } from './issue-link.ts';
import {
  findSignInSessionToken,
  hasPassword,
  hasSecondFactor,
  listSecurityEvents,
  listSignInSessions,
} from './reads.ts';
import {
  markEmailVerified,
  findPasswordResetUser,
  requestPasswordReset,
} from './reset-password.ts';
import { recordSignInAndEmailIfNewDevice, signInByPasswordWithoutLimits } from './sign-in.ts';
import { createAccountFromEmailLink } from './sign-up.ts';

const MINUTE_MS = 60_000;
const RESET_LIMIT = { limit: 3, windowMs: 15 * MINUTE_MS };
/** High, because an airport's Wi-Fi shares one address. */
const RESETS_PER_ADDRESS = { limit: 60, windowMs: 15 * MINUTE_MS };
/**
 * Keeps strangers from filling a person's inbox; above the five of unrequested e-mails, because owners need the reset.
 */
const RESETS_A_DAY = { limit: 10, windowMs: DAY_MS };
/** Limit for requests without a valid bot-check token. */
const UNCHECKED_RESET_LIMIT = { limit: 1, windowMs: 15 * MINUTE_MS };
const LISTED_EVENTS = 50;
const ok = { ok: true as const };

/**
 * Registers the routes of password reset, confirmation of a sign-up, changes of password and address, sign-in sessions
 * and security events.
 */
export function securityRoutes(app: App, auth: BuiltinAuth): void {
  const deps = app.dependencies;
  // A new password also resets the back-off of the sign-in limit.
  const signInKey = (email: string) => buildRateLimitKey(app, 'sign-in', email.toLowerCase());

  const getDevice = (request: FastifyRequest) => describeDevice(request.headers['user-agent']);
  const record = (request: FastifyRequest, uid: string, kind: SecurityEventKind, now: Date) => {
    const device = getDevice(request);
    return recordSecurityEvent(deps.db, { uid, kind, device, now });
  };

  registerRoute(app, contract.requestPasswordReset, async ({ body, request, db, now }) => {
    const { email, language, botToken } = body;
    await consumeClientRateLimit({ request, db, now }, 'forgot', RESETS_PER_ADDRESS);
    await consumeRateLimit(
      db,
      buildRateLimitKey(app, 'forgot', email.toLowerCase()),
      RESET_LIMIT,
      now,
    );
    await consumeRateLimit(
      db,
      buildRateLimitKey(app, 'forgot-day', email.toLowerCase()),
      RESETS_A_DAY,
      now,
    );
    const human = await verifyAndConsumeBotCheckToken(deps, db, 'reset', botToken, now);
    const unchecked = buildRateLimitKey(app, 'forgot-unchecked', email.toLowerCase());
    // Over the limit no further e-mail is sent, without an error, which would block the person.
    const { allowed } = human
      ? { allowed: true }
      : await recordRateLimitUse(db, unchecked, UNCHECKED_RESET_LIMIT, now);
    if (allowed) await requestPasswordReset(deps, db, { email, language });
    return ok;
  });

  registerRoute(app, contract.resetPassword, async ({ body, request, reply, db, now }) => {
    await consumeClientRateLimit({ request, db, now }, 'link', EMAIL_LINK_TRIES_LIMIT);
    const { token, password } = body;
    const owner = await findPasswordResetUser(auth, token);
    await assertPasswordHardToGuess(password, owner?.email ?? '');
    await translateAuthErrors(() =>
      auth.api.resetPassword({ body: { token, newPassword: password } }),
    );
    if (owner) {
      await resetRateLimit(db, signInKey(owner.email));
      // The reader of the owner's e-mail is trusted: other people's failed sign-ins do not lock them out.
      setDeviceCookie(request, reply, deps, owner.id);
      await revokeUnusedLinks(db, owner.id);
      // The person who opened it may have been a stranger who typed the address: only their password was ended so far.
      if (!owner.emailVerified) await deleteSecondFactors(db, owner.id, now);
      await markEmailVerified(db, owner.id);
      const told = {
        uid: owner.id,
        name: 'passwordChanged',
        device: getDevice(request),
        now,
      } as const;
      await queueSecurityEmailUnlessErased(deps, db, told);
      await record(request, owner.id, 'password_reset', now);
    }
    return ok;
  });

  registerRoute(app, contract.confirmSignUp, async ({ body, request, reply, db, now }) => {
    const { token, password, invitation = false } = body;
    // With an invitation people sign up despite the waitlist, but not when sign-up is closed.
    if (!invitation || deps.signUp === 'closed') assertSignUpOpen(deps.signUp);
    await consumeClientRateLimit({ request, db, now }, 'link', EMAIL_LINK_TRIES_LIMIT);
    const purpose = invitation ? 'invitation' : 'sign-up';
    const email = await createAccountFromEmailLink(deps, db, { token, password, purpose });
    // Signs in at once: with the link and the password they could do so anyway.
    const { headers, identity } = await signInByPasswordWithoutLimits({ ...deps, auth }, db, {
      email,
      password,
      headers: buildBetterAuthHeaders(request),
      former: readSessionToken(request, deps),
    });
    forwardCookies(reply, headers);
    await recordSignInAndEmailIfNewDevice(request, reply, { uid: identity.uid, now });
    return identity;
  });

  registerRoute(
    app,
    contract.changePassword,
    async ({ body, identity, request, reply, db, now }) => {
      const key = buildRateLimitKey(app, 'password', identity.uid);
      await consumeRateLimitWithBackoff(db, key, PASSWORD_TRIES_LIMIT, now);
      await assertPasswordHardToGuess(body.password, identity.email);
      const session = readSessionToken(request, deps);
      const token = await changePasswordAndEndOtherSessions(deps, db, {
        uid: identity.uid,
        ...body,
        session,
        device: getDevice(request),
        now,
      });
      for (const counter of [key, signInKey(identity.email)]) await resetRateLimit(db, counter);
      await record(request, identity.uid, 'password_changed', now);
      void reply.header('set-cookie', buildSessionCookie(deps, token));
      return ok;
    },
  );

  registerRoute(app, contract.requestEmailChange, async ({ body, identity, request, db, now }) => {
    const key = buildRateLimitKey(app, 'password', identity.uid);
    await consumeRateLimitWithBackoff(db, key, PASSWORD_TRIES_LIMIT, now);
    await translateAuthErrors(() =>
      auth.api.verifyPassword({
        body: { password: body.currentPassword },
        headers: buildBetterAuthHeaders(request),
      }),
    );
    await resetRateLimit(db, key);
    await consumeRateLimit(
      db,
      buildRateLimitKey(app, 'change-email', identity.uid),
      RESET_LIMIT,
      now,
    );
    const { uid } = identity;
    await requestEmailChange(deps, db, { uid, email: body.email, device: getDevice(request), now });
    await record(request, identity.uid, 'email_change_asked', now);
    return ok;
  });

  registerRoute(app, contract.confirmEmail, async ({ body, request, db, now }) => {
    await consumeClientRateLimit({ request, db, now }, 'link', EMAIL_LINK_TRIES_LIMIT);
    const { uid, kind } = await confirmEmailOrEmailChange(deps, db, {
      token: body.token,
      session: readSessionToken(request, deps),
      now,
    });
    await record(request, uid, kind, now);
    return ok;
  });

  registerRoute(app, contract.sendEmailConfirmation, async ({ body, identity, db, now }) => {
    await consumeRateLimit(
      db,
      buildRateLimitKey(app, 'confirmation', identity.uid),
      RESET_LIMIT,
      now,
    );
    await sendEmailConfirmationIfNeeded(deps, db, identity.uid, body.language);
    return ok;
  });

  registerRoute(app, contract.lockAccount, async ({ body, request, db, now }) => {
    await consumeClientRateLimit({ request, db, now }, 'link', EMAIL_LINK_TRIES_LIMIT);
    return lockAccountAndCreateResetToken(deps, db, body.token, now);
  });

  registerRoute(app, contract.listSignInSessions, async ({ identity, request, db, now }) => {
    const own = readSessionToken(request, deps);
    const sessions = await listSignInSessions(db, identity.uid, own, now);
    return {
      hasPassword: await hasPassword(db, identity.uid),
      hasSecondFactor: await hasSecondFactor(db, identity.uid),
      sessions: sessions.map(({ token, signedInAt, lastUsedAt, ...session }) => ({
        ...session,
        signedInAt: signedInAt.toISOString(),
        lastUsedAt: lastUsedAt.toISOString(),
        current: token === own,
      })),
    };
  });

  registerRoute(app, contract.endSignInSession, async ({ params, identity, request, db, now }) => {
    const token = await findSignInSessionToken(db, identity.uid, params.id);
    if (token === null) throw new AppError('not_found');
    await translateAuthErrors(() =>
      auth.api.revokeSession({ body: { token }, headers: buildBetterAuthHeaders(request) }),
    );
    await record(request, identity.uid, 'session_ended', now);
    return ok;
  });

  registerRoute(app, contract.endOtherSignInSessions, async ({ identity, request, now }) => {
    await translateAuthErrors(() =>
      auth.api.revokeOtherSessions({ headers: buildBetterAuthHeaders(request) }),
    );
    await record(request, identity.uid, 'other_sessions_ended', now);
    return ok;
  });

  registerRoute(app, contract.listSecurityEvents, async ({ identity, user, db }) => {
    const own = await listSecurityEvents(db, identity.uid, LISTED_EVENTS);
    const read = user ? await listStoredEmailOpenings(db, user.id, LISTED_EVENTS) : [];
    const events = [
      ...own.map((event) => ({ ...event, by: null })),
      ...read.map((event) => ({ ...event, kind: 'email_read' as const, device: null })),
    ].toSorted((a, b) => (a.id < b.id ? 1 : -1));
    return {
      events: events
        .slice(0, LISTED_EVENTS)
        .map((event) => ({ ...event, at: event.at.toISOString() })),
    };
  });
}
