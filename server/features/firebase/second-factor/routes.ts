import type { FastifyRequest } from 'fastify';
import type { Database } from '#server/db/connect.ts';
import type { App } from '#server/dependencies.ts';
import { describeDevice } from '#server/features/identity/wire.ts';
import { PASSWORD_TRIES_LIMIT } from '#server/features/identity/writes.ts';
import { AppError } from '#server/http/errors.ts';
import type { CallerProfile } from '#server/http/identity.ts';
import {
  buildRateLimitKey,
  consumeRateLimitWithBackoff,
  resetRateLimit,
} from '#server/http/rate-limits.ts';
import { registerRoute } from '#server/http/route.ts';
import * as contract from '#shared/contract/firebase-second-factor.ts';
import { type SecurityEmailOccasion, queueFirebaseSecurityEmail } from '../send-security-email.ts';
import { findConfirmedSecondFactorId } from './reads.ts';
import { buildSecondFactorCookie } from './wire.ts';
import {
  beginSecondFactorSetup,
  deleteSecondFactorAndCheckIfOn,
  consumeSecondFactorCodeAndTurnOn,
} from './writes.ts';

const ok = { ok: true as const };

/**
 * Registers the routes by which admins whom Firebase signs in set up the second factor of the studio, give a code for
 * this sign-in, and turn it off.
 */
export function firebaseSecondFactorRoutes(app: App): void {
  const { secret, baseUrl, identity: provider } = app.dependencies;
  const tell = (
    tx: Database,
    { request, ...occasion }: Omit<SecurityEmailOccasion, 'device'> & { request: FastifyRequest },
  ) => {
    const device = describeDevice(request.headers['user-agent']);
    return queueFirebaseSecurityEmail(app.dependencies, tx, { ...occasion, device });
  };

  registerRoute(app, contract.getFirebaseSecondFactorState, async ({ db, identity, request }) => ({
    isOn: (await findConfirmedSecondFactorId(db, identity.uid)) !== null,
    isOpen: await provider.isStudioOpen(request, identity),
  }));

  registerRoute(app, contract.startFirebaseSecondFactorSetup, async ({ db, user, now }) => {
    const { id: userId, email } = requireStaff(user);
    return beginSecondFactorSetup(db, { secret, userId, email, now });
  });

  registerRoute(
    app,
    contract.verifyFirebaseSecondFactorCode,
    async ({ db, body, user, identity, request, reply, now }) => {
      const { id: userId } = requireStaff(user);
      const key = buildRateLimitKey(app, 'password', userId);
      await consumeRateLimitWithBackoff(db, key, PASSWORD_TRIES_LIMIT, now);
      const factorId = await db.transaction(async (tx) => {
        const check = { secret, userId, code: body.code, now };
        const { factorId: id, letter } = await consumeSecondFactorCodeAndTurnOn(tx, check);
        if (letter) await tell(tx, { request, userId, name: letter, now });
        return id;
      });
      await resetRateLimit(db, key);
      const opened = { factorId, signedInAt: identity.signedInAt ?? now };
      void reply.header('set-cookie', buildSecondFactorCookie({ secret, baseUrl }, opened, now));
      return ok;
    },
  );

  registerRoute(
    app,
    contract.turnOffFirebaseSecondFactor,
    async ({ db, identity, user, request, now }) => {
      const { id: userId } = requireStaff(user);
      if (!(await provider.isStudioOpen(request, identity)))
        throw new AppError('second_factor_required');
      await db.transaction(async (tx) => {
        if (await deleteSecondFactorAndCheckIfOn(tx, userId))
          await tell(tx, { request, userId, name: 'twoStepOff', now });
      });
      return ok;
    },
  );
}

/** Of use to admins and editors alone: Firebase itself signs people in. */
function requireStaff(user: CallerProfile | null): CallerProfile {
  if (!user || user.role === 'member') throw new AppError('admin_required');
  return user;
}
