import type { App } from '#server/dependencies.ts';
import { countUse } from '#server/db/limits.ts';
import { isHuman } from '#server/features/bot-check/writes.ts';
import { AppError } from '#server/http/errors.ts';
import { clientKey, consume, consumeWithPauses, forgive, limitKey } from '#server/http/limits.ts';
import { route } from '#server/http/route.ts';
import * as contract from '#shared/contract/security.ts';
import { sessionToken } from '../policy.ts';
import { type BuiltinAuth, refusing } from '../service.ts';
import { setCookies, webHeaders } from '../wire.ts';
import { revokeLinks } from '../writes.ts';
import { refuseCommon } from './policy.ts';
import { findSessionToken, hasPassword, listSessions } from './reads.ts';
import * as writes from './writes.ts';

const MINUTE_MS = 60_000;
const RESETS = { limit: 3, windowMs: 15 * MINUTE_MS };
/** For whom the bot check could not run. */
const UNCHECKED_RESETS = { limit: 1, windowMs: 15 * MINUTE_MS };
const LINKS = { limit: 10, windowMs: 15 * MINUTE_MS };
const PASSWORDS = { limit: 5, windowMs: MINUTE_MS };
const ok = { ok: true as const };

/** Letters that lead back into an account, changes of password and address, and the sign-in sessions. */
export function securityRoutes(app: App, auth: BuiltinAuth): void {
  const means = app.dependencies;
  // The pause that wrong passwords made is over with a new one.
  const signInKey = (email: string) => limitKey(app, 'sign-in', email.toLowerCase());

  route(app, contract.requestReset, async ({ body, request, db, now }) => {
    const { email, language, botToken } = body;
    await consume(db, clientKey(request, 'forgot'), RESETS, now);
    await consume(db, limitKey(app, 'forgot', email.toLowerCase()), RESETS, now);
    const human = await isHuman(means, db, 'reset', botToken, now);
    const unchecked = limitKey(app, 'forgot-unchecked', email.toLowerCase());
    // One letter is on its way already: a second would be a nuisance, a refusal a wall.
    const { allowed } = human
      ? { allowed: true }
      : await countUse(db, unchecked, UNCHECKED_RESETS, now);
    if (allowed) await writes.requestReset(means, db, { email, language });
    return ok;
  });

  route(app, contract.resetPassword, async ({ body, request, db, now }) => {
    await consume(db, clientKey(request, 'link'), LINKS, now);
    const { token, password } = body;
    await refuseCommon(password);
    const owner = await writes.ownerOfReset(auth, token);
    await refusing(() => auth.api.resetPassword({ body: { token, newPassword: password } }));
    if (owner) {
      for (const key of [signInKey(owner.email), clientKey(request, 'sign-in')])
        await forgive(db, key);
      await revokeLinks(db, owner.id);
      await writes.confirmAddress(db, owner.id);
      await writes.tellPasswordChanged(means, db, owner);
    }
    return ok;
  });

  route(app, contract.confirmSignUp, async ({ body, request, db, now }) => {
    await consume(db, clientKey(request, 'link'), LINKS, now);
    await refuseCommon(body.password);
    await writes.confirmSignUp(means, body);
    return ok;
  });

  route(app, contract.changePassword, async ({ body, identity, request, reply, db, now }) => {
    const key = limitKey(app, 'password', identity.uid);
    await consumeWithPauses(db, key, PASSWORDS, now);
    await refuseCommon(body.password);
    const { headers } = await refusing(() =>
      auth.api.changePassword({
        body: {
          currentPassword: body.currentPassword,
          newPassword: body.password,
          revokeOtherSessions: true,
        },
        headers: webHeaders(request),
        returnHeaders: true,
      }),
    );
    for (const counter of [key, signInKey(identity.email)]) await forgive(db, counter);
    await revokeLinks(db, identity.uid);
    setCookies(reply, headers);
    await writes.tellPasswordChanged(means, db, { id: identity.uid, email: identity.email });
    return ok;
  });

  route(app, contract.changeEmail, async ({ body, identity, request, db, now }) => {
    const key = limitKey(app, 'password', identity.uid);
    await consumeWithPauses(db, key, PASSWORDS, now);
    await refusing(() =>
      auth.api.verifyPassword({
        body: { password: body.currentPassword },
        headers: webHeaders(request),
      }),
    );
    await forgive(db, key);
    await consume(db, limitKey(app, 'change-email', identity.uid), RESETS, now);
    await writes.requestEmailChange(means, db, identity.uid, body.email);
    return ok;
  });

  route(app, contract.confirmEmail, async ({ body, request, db, now }) => {
    await consume(db, clientKey(request, 'link'), LINKS, now);
    await writes.confirmEmailChange(means, db, body.token);
    return ok;
  });

  route(app, contract.listSessions, async ({ identity, request, db, now }) => {
    const own = sessionToken(request, means);
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
    await refusing(() => auth.api.revokeSession({ body: { token }, headers: webHeaders(request) }));
    return ok;
  });

  route(app, contract.endOtherSessions, async ({ request }) => {
    await refusing(() => auth.api.revokeOtherSessions({ headers: webHeaders(request) }));
    return ok;
  });
}
