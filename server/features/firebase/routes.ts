import type { App } from '#server/dependencies.ts';
import { findUser } from '#server/features/account/reads.ts';
import { syncProfileEmailAndCheckIfChanged } from '#server/features/account/writes.ts';
import { queueCustomerEmailUpdate } from '#server/features/billing/writes.ts';
import { describeDevice, readDeviceId, setDeviceCookie } from '#server/features/identity/wire.ts';
import { EMAIL_LINK_TRIES_LIMIT } from '#server/features/identity/writes.ts';
import { AppError } from '#server/http/errors.ts';
import { consumeClientRateLimit } from '#server/http/rate-limits.ts';
import { registerRoute } from '#server/http/route.ts';
import { lockFirebaseAccount } from './lock-account.ts';
import { firebaseSecondFactorRoutes } from './second-factor/routes.ts';
import { queueFirebaseSecurityEmail } from './send-security-email.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { syncFirebaseToken } from '#shared/contract/firebase.ts';
import * as secondFactor from '#shared/contract/firebase-second-factor.ts';
import * as builtin from '#shared/contract/identity.ts';
import * as passkeys from '#shared/contract/passkeys.ts';
import * as security from '#shared/contract/security.ts';

/**
 * Registers the identity routes of Firebase mode, and those that only the built-in provider has, which refuse with
 * other_provider. When the built-in provider is in use, those of Firebase refuse likewise.
 */
export function firebaseRoutesOrRefusals(app: App): void {
  if (app.dependencies.identity.provider !== 'firebase') {
    for (const endpoint of [syncFirebaseToken, ...Object.values(secondFactor)])
      registerRefusal(app, endpoint);
    return;
  }
  firebaseSecondFactorRoutes(app);
  // The identity provider has verified the token, as on every call.
  registerRoute(app, syncFirebaseToken, async ({ db, identity, user, request, reply, now }) => {
    const { uid, email, emailConfirmed: isConfirmed, signedInAt = now } = identity;
    const deps = app.dependencies;
    const isKnown = readDeviceId(request, deps, uid) !== null;
    setDeviceCookie(request, reply, deps, uid);
    if (user)
      await db.transaction(async (tx) => {
        const former = email === '' ? null : await findUser(tx, user.id);
        if (former && (await syncProfileEmailAndCheckIfChanged(tx, { uid, email, isConfirmed })))
          if (former.email !== email) await queueCustomerEmailUpdate(deps, tx, uid);
        // A person who signed up with this sign-in knows of it.
        if (isKnown || !former || former.createdAt >= signedInAt) return;
        const device = describeDevice(request.headers['user-agent']);
        const letter = { userId: user.id, name: 'newDevice', device, now } as const;
        await queueFirebaseSecurityEmail(deps, tx, letter);
      });
    return { ok: true as const };
  });

  registerRoute(app, security.lockAccount, async ({ body, request, db, now }) => {
    await consumeClientRateLimit({ request, db, now }, 'link', EMAIL_LINK_TRIES_LIMIT);
    return lockFirebaseAccount(app.dependencies, db, body.token, now);
  });

  registerRoute(app, builtin.getCurrentIdentity, ({ identity }) => ({
    identity: identity && { uid: identity.uid, email: identity.email, name: identity.name },
  }));

  for (const endpoint of Object.values({ ...builtin, ...security, ...passkeys })) {
    const isOurs = endpoint === builtin.getCurrentIdentity || endpoint === security.lockAccount;
    if ('replies' in endpoint && !isOurs) registerRefusal(app, endpoint);
  }
}

function registerRefusal(app: App, endpoint: Endpoint): void {
  registerRoute(app, endpoint, () => {
    throw new AppError('other_provider');
  });
}
