import type { App } from '#server/dependencies.ts';
import { consumeBotCheckToken } from '#server/features/bot-check/writes.ts';
import {
  buildClientKey,
  consume,
  consumeWithBackoff,
  resetLimit,
  buildLimitKey,
} from '#server/http/limits.ts';
import { route } from '#server/http/route.ts';
import * as contract from '#shared/contract/identity.ts';
import { endSurplusSessions, endSession } from './builtin/end-sessions.ts';
import { assertNotCommon } from './builtin/policy.ts';
import { createPendingSignUp } from './builtin/sign-up.ts';
import { type BuiltinAuth, callBetterAuth } from './service.ts';
import { readSessionToken, setCookies, toAuthHeaders } from './wire.ts';

const MINUTE_MS = 60_000;
const SIGN_UP_LIMIT = { limit: 5, windowMs: 60 * MINUTE_MS };
const SIGN_IN_LIMIT = { limit: 5, windowMs: MINUTE_MS };

/** Registers sign-up, sign-in and sign-out by e-mail. better-auth does the work behind our contract. */
export function identityRoutes(app: App, auth: BuiltinAuth): void {
  const deps = app.dependencies;
  const accountKey = (name: string, email: string) => buildLimitKey(app, name, email.toLowerCase());

  route(app, contract.signUp, async ({ body, request, db, now }) => {
    const { email, password, name = '', language, botToken } = body;
    // Checked before the rate limit: a rejected password is no sign-up.
    await assertNotCommon(password);
    await consume(db, buildClientKey(request, 'sign-up'), SIGN_UP_LIMIT, now);
    await consume(db, accountKey('sign-up', email), SIGN_UP_LIMIT, now);
    if (!(await consumeBotCheckToken(deps, db, 'sign_up', botToken, now))) {
      await createPendingSignUp(deps, db, { email, name, language });
      return { next: 'confirm_email' as const };
    }
    await callBetterAuth(() => auth.api.signUpEmail({ body: { email, password, name } }));
    return { next: 'sign_in' as const };
  });

  route(app, contract.signIn, async ({ body, request, reply, db, now }) => {
    const account = accountKey('sign-in', body.email);
    await consumeWithBackoff(db, buildClientKey(request, 'sign-in'), SIGN_IN_LIMIT, now);
    await consumeWithBackoff(db, account, SIGN_IN_LIMIT, now);
    const { headers, response } = await callBetterAuth(() =>
      auth.api.signInEmail({ body, headers: toAuthHeaders(request), returnHeaders: true }),
    );
    await resetLimit(db, account);
    // A sign-in ends the session this browser had before.
    const former = readSessionToken(request, app.dependencies);
    if (former) await endSession(db, former);
    await endSurplusSessions(db, response.user.id);
    setCookies(reply, headers);
    return { uid: response.user.id, email: response.user.email };
  });

  route(app, contract.signOut, async ({ request, reply }) => {
    const { headers } = await auth.api.signOut({
      headers: toAuthHeaders(request),
      returnHeaders: true,
    });
    setCookies(reply, headers);
    // Recordings are cached for long; the next person on this device must not get them.
    void reply.header('clear-site-data', '"cache"');
    return { ok: true as const };
  });

  route(app, contract.currentIdentity, async ({ identity, request, reply }) => {
    // Called once per page load: better-auth extends a session in use here, and clears the cookie of one that ended.
    if (!identity && !deps.identity.mayBeSignedIn(request)) return { identity: null };
    const { headers } = await auth.api.getSession({
      headers: toAuthHeaders(request),
      returnHeaders: true,
    });
    setCookies(reply, headers);
    return { identity: identity && { uid: identity.uid, email: identity.email } };
  });
}
