import type { App } from '#server/dependencies.ts';
import { assertEmailConfirmed } from '#server/http/access.ts';
import { AppError } from '#server/http/errors.ts';
import {
  buildRateLimitKey,
  consumeRateLimitWithBackoff,
  resetRateLimit,
} from '#server/http/rate-limits.ts';
import { registerRoute } from '#server/http/route.ts';
import * as contract from '#shared/contract/security.ts';
import { hasSecondFactor } from '../builtin/reads.ts';
import { queueSecurityEmailUnlessErased } from '../builtin/send-security-email.ts';
import { removeAllPasskeys } from '../passkeys/writes.ts';
import { type BuiltinAuth, translateAuthErrors } from '../service.ts';
import {
  describeDevice,
  readSessionTokenFromSetCookie,
  forwardCookies,
  buildBetterAuthHeaders,
} from '../wire.ts';
import {
  tryToMarkTotpCodeUsed,
  endOtherSignInSessions,
  PASSWORD_TRIES_LIMIT,
  recordSecurityEvent,
} from '../writes.ts';

const ok = { ok: true as const };

/** Registers the routes that set up, confirm and turn off the second factor: codes of an authenticator app. */
export function secondFactorRoutes(app: App, auth: BuiltinAuth): void {
  const { db, secret } = app.dependencies;
  /** Runs a check of a password or a code within the account's limit of tries. */
  async function limitTries<T>(uid: string, now: Date, attempt: () => Promise<T>): Promise<T> {
    const key = buildRateLimitKey(app, 'password', uid);
    await consumeRateLimitWithBackoff(db, key, PASSWORD_TRIES_LIMIT, now);
    const result = await translateAuthErrors(attempt);
    await resetRateLimit(db, key);
    return result;
  }

  registerRoute(app, contract.startSecondFactorSetup, async ({ body, identity, request, now }) => {
    assertEmailConfirmed(identity);
    // Passkeys turned it on, with recovery codes that a new key would replace.
    if (await hasSecondFactor(db, identity.uid)) throw new AppError('conflict');
    const begun = await limitTries(identity.uid, now, () =>
      auth.api.enableTwoFactor({
        body: { password: body.currentPassword, method: 'totp' },
        headers: buildBetterAuthHeaders(request),
      }),
    );
    if (begun.method !== 'totp') throw new Error('No key was made for an app');
    return { uri: begun.totpURI, recoveryCodes: begun.backupCodes };
  });

  registerRoute(
    app,
    contract.confirmSecondFactor,
    async ({ body, identity, request, reply, now }) => {
      assertEmailConfirmed(identity);
      if (await hasSecondFactor(db, identity.uid)) throw new AppError('conflict');
      const code = body.code.replaceAll(/\s/g, '');
      const { headers } = await limitTries(identity.uid, now, () =>
        auth.api.verifyTOTP({
          body: { code },
          headers: buildBetterAuthHeaders(request),
          returnHeaders: true,
        }),
      );
      forwardCookies(reply, headers);
      // A bystander who saw the code can't sign in with it.
      await tryToMarkTotpCodeUsed(db, { secret, uid: identity.uid, code, now });
      // The other sessions were opened without a code; better-auth has just given this one a new token.
      const token = readSessionTokenFromSetCookie(headers, app.dependencies);
      if (token) await endOtherSignInSessions(db, identity.uid, token);
      const device = describeDevice(request.headers['user-agent']);
      await recordSecurityEvent(db, { uid: identity.uid, kind: 'second_factor_on', device, now });
      const told = { uid: identity.uid, name: 'twoStepOn', device, now } as const;
      await queueSecurityEmailUnlessErased(app.dependencies, db, told);
      return ok;
    },
  );

  registerRoute(
    app,
    contract.turnOffSecondFactor,
    async ({ body, identity, request, reply, now }) => {
      const { headers } = await limitTries(identity.uid, now, () =>
        auth.api.disableTwoFactor({
          body: { password: body.currentPassword },
          headers: buildBetterAuthHeaders(request),
          returnHeaders: true,
        }),
      );
      forwardCookies(reply, headers);
      await removeAllPasskeys(db, identity.uid);
      const device = describeDevice(request.headers['user-agent']);
      await recordSecurityEvent(db, { uid: identity.uid, kind: 'second_factor_off', device, now });
      const told = { uid: identity.uid, name: 'twoStepOff', device, now } as const;
      await queueSecurityEmailUnlessErased(app.dependencies, db, told);
      return ok;
    },
  );
}
