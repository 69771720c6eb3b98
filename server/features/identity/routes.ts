import type { App } from '#server/dependencies.ts';
import { isHuman } from '#server/features/bot-check/writes.ts';
import { clientKey, consume, consumeWithPauses, forgive, limitKey } from '#server/http/limits.ts';
import { route } from '#server/http/route.ts';
import * as contract from '#shared/contract/identity.ts';
import { refuseCommon } from './builtin/policy.ts';
import { endOldest, endSession, holdSignUp } from './builtin/writes.ts';
import { sessionToken } from './policy.ts';
import { type BuiltinAuth, refusing } from './service.ts';
import { setCookies, webHeaders } from './wire.ts';

const MINUTE_MS = 60_000;
const SIGN_UPS = { limit: 5, windowMs: 60 * MINUTE_MS };
const SIGN_INS = { limit: 5, windowMs: MINUTE_MS };

/** Sign-up, sign-in and sign-out by e-mail; better-auth does the work, the contract holds the door. */
export function identityRoutes(app: App, auth: BuiltinAuth): void {
  const means = app.dependencies;
  const accountKey = (name: string, email: string) => limitKey(app, name, email.toLowerCase());

  route(app, contract.signUp, async ({ body, request, db, now }) => {
    const { email, password, name = '', language, botToken } = body;
    // Before it is counted: a password to be thought over is no sign-up.
    await refuseCommon(password);
    await consume(db, clientKey(request, 'sign-up'), SIGN_UPS, now);
    await consume(db, accountKey('sign-up', email), SIGN_UPS, now);
    if (!(await isHuman(means, db, 'sign_up', botToken, now))) {
      await holdSignUp(means, db, { email, name, language });
      return { next: 'confirm_email' as const };
    }
    await refusing(() => auth.api.signUpEmail({ body: { email, password, name } }));
    return { next: 'sign_in' as const };
  });

  route(app, contract.signIn, async ({ body, request, reply, db, now }) => {
    const account = accountKey('sign-in', body.email);
    await consumeWithPauses(db, clientKey(request, 'sign-in'), SIGN_INS, now);
    await consumeWithPauses(db, account, SIGN_INS, now);
    const { headers, response } = await refusing(() =>
      auth.api.signInEmail({ body, headers: webHeaders(request), returnHeaders: true }),
    );
    await forgive(db, account);
    // Whoever signs in over a sign-in leaves none behind.
    const former = sessionToken(request, app.dependencies);
    if (former) await endSession(db, former);
    await endOldest(db, response.user.id);
    setCookies(reply, headers);
    return { uid: response.user.id, email: response.user.email };
  });

  route(app, contract.signOut, async ({ request, reply }) => {
    const { headers } = await auth.api.signOut({
      headers: webHeaders(request),
      returnHeaders: true,
    });
    setCookies(reply, headers);
    // Recordings may be kept for long, and whoever comes next on this device is not who asked for them.
    void reply.header('clear-site-data', '"cache"');
    return { ok: true as const };
  });

  route(app, contract.currentIdentity, async ({ identity, request, reply }) => {
    if (!identity) return { identity: null };
    // Asked once a load: the moment at which a session in use is prolonged.
    const { headers } = await auth.api.getSession({
      headers: webHeaders(request),
      returnHeaders: true,
    });
    setCookies(reply, headers);
    return { identity: { uid: identity.uid, email: identity.email } };
  });
}
