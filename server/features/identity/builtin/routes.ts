import type { App } from '#server/dependencies.ts';
import { countUse } from '#server/db/limits.ts';
import { consumeBotCheckToken } from '#server/features/bot-check/writes.ts';
import { AppError } from '#server/http/errors.ts';
import {
  buildClientKey,
  consume,
  consumeWithBackoff,
  resetLimit,
  buildLimitKey,
} from '#server/http/limits.ts';
import { route } from '#server/http/route.ts';
import * as contract from '#shared/contract/security.ts';
import { type BuiltinAuth, callBetterAuth } from '../service.ts';
import { readSessionToken, setCookies, toAuthHeaders } from '../wire.ts';
import { PASSWORD_TRIES, revokeLinks } from '../writes.ts';
import { confirmEmailChange, requestEmailChange } from './change-email.ts';
import { sendPasswordChanged } from './change-password.ts';
import { assertNotCommon } from './policy.ts';
import { findSessionToken, hasPassword, listSessions } from './reads.ts';
import { markEmailVerified, findResetOwner, requestPasswordReset } from './reset-password.ts';
import { confirmSignUp } from './sign-up.ts';

const MINUTE_MS = 60_000;
const RESET_LIMIT = { limit: 3, windowMs: 15 * MINUTE_MS };
/** Limit for requests without a valid bot-check token. */
const UNCHECKED_RESET_LIMIT = { limit: 1, windowMs: 15 * MINUTE_MS };
const LINK_LIMIT = { limit: 10, windowMs: 15 * MINUTE_MS };
const ok = { ok: true as const };

/**
 * Registers the routes for password reset, e-mail verification, changes of password and address, and sign-in
 * sessions.
 */
export function securityRoutes(app: App, auth: BuiltinAuth): void {
  const deps = app.dependencies;
  // A new password also resets the back-off of the sign-in limit.
  const signInKey = (email: string) => buildLimitKey(app, 'sign-in', email.toLowerCase());

  route(app, contract.requestReset, async ({ body, request, db, now }) => {
    const { email, language, botToken } = body;
    await consume(db, buildClientKey(request, 'forgot'), RESET_LIMIT, now);
    await consume(db, buildLimitKey(app, 'forgot', email.toLowerCase()), RESET_LIMIT, now);
    const human = await consumeBotCheckToken(deps, db, 'reset', botToken, now);
    const unchecked = buildLimitKey(app, 'forgot-unchecked', email.toLowerCase());
    // An e-mail is already on its way: a second one would be a nuisance and an error would block the person.
    const { allowed } = human
      ? { allowed: true }
      : await countUse(db, unchecked, UNCHECKED_RESET_LIMIT, now);
    if (allowed) await requestPasswordReset(deps, db, { email, language });
    return ok;
  });

  route(app, contract.resetPassword, async ({ body, request, db, now }) => {
    await consume(db, buildClientKey(request, 'link'), LINK_LIMIT, now);
    const { token, password } = body;
    await assertNotCommon(password);
    const owner = await findResetOwner(auth, token);
    await callBetterAuth(() => auth.api.resetPassword({ body: { token, newPassword: password } }));
    if (owner) {
      for (const key of [signInKey(owner.email), buildClientKey(request, 'sign-in')])
        await resetLimit(db, key);
      await revokeLinks(db, owner.id);
      await markEmailVerified(db, owner.id);
      await sendPasswordChanged(deps, db, owner);
    }
    return ok;
  });

  route(app, contract.confirmSignUp, async ({ body, request, db, now }) => {
    await consume(db, buildClientKey(request, 'link'), LINK_LIMIT, now);
    await assertNotCommon(body.password);
    await confirmSignUp(deps, body);
    return ok;
  });

  route(app, contract.changePassword, async ({ body, identity, request, reply, db, now }) => {
    const key = buildLimitKey(app, 'password', identity.uid);
    await consumeWithBackoff(db, key, PASSWORD_TRIES, now);
    await assertNotCommon(body.password);
    const { headers } = await callBetterAuth(() =>
      auth.api.changePassword({
        body: {
          currentPassword: body.currentPassword,
          newPassword: body.password,
          revokeOtherSessions: true,
        },
        headers: toAuthHeaders(request),
        returnHeaders: true,
      }),
    );
    for (const counter of [key, signInKey(identity.email)]) await resetLimit(db, counter);
    await revokeLinks(db, identity.uid);
    setCookies(reply, headers);
    await sendPasswordChanged(deps, db, { id: identity.uid, email: identity.email });
    return ok;
  });

  route(app, contract.changeEmail, async ({ body, identity, request, db, now }) => {
    const key = buildLimitKey(app, 'password', identity.uid);
    await consumeWithBackoff(db, key, PASSWORD_TRIES, now);
    await callBetterAuth(() =>
      auth.api.verifyPassword({
        body: { password: body.currentPassword },
        headers: toAuthHeaders(request),
      }),
    );
    await resetLimit(db, key);
    await consume(db, buildLimitKey(app, 'change-email', identity.uid), RESET_LIMIT, now);
    await requestEmailChange(deps, db, identity.uid, body.email);
    return ok;
  });

  route(app, contract.confirmEmail, async ({ body, request, db, now }) => {
    await consume(db, buildClientKey(request, 'link'), LINK_LIMIT, now);
    await confirmEmailChange(deps, db, body.token);
    return ok;
  });

  route(app, contract.listSessions, async ({ identity, request, db, now }) => {
    const own = readSessionToken(request, deps);
    const sessions = await listSessions(db, identity.uid, own, now);
    return {
      hasPassword: await hasPassword(db, identity.uid),
      sessions: sessions.map(({ token, signedInAt, lastUsedAt, ...session }) => ({
        ...session,
        signedInAt: signedInAt.toISOString(),
        lastUsedAt: lastUsedAt.toISOString(),
        current: token === own,
      })),
    };
  });

  route(app, contract.endSession, async ({ params, identity, request, db }) => {
    const token = await findSessionToken(db, identity.uid, params.id);
    if (token === null) throw new AppError('not_found');
    await callBetterAuth(() =>
      auth.api.revokeSession({ body: { token }, headers: toAuthHeaders(request) }),
    );
    return ok;
  });

  route(app, contract.endOtherSessions, async ({ request }) => {
    await callBetterAuth(() => auth.api.revokeOtherSessions({ headers: toAuthHeaders(request) }));
    return ok;
  });
}
