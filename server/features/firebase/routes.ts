import type { App } from '#server/dependencies.ts';
import { setEmail } from '#server/features/account/writes.ts';
import { queueEmailUpdate } from '#server/features/billing/writes.ts';
import { AppError } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { firebaseSecondFactorRoutes } from './second-factor/routes.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { syncToken } from '#shared/contract/firebase.ts';
import * as secondFactor from '#shared/contract/firebase-second-factor.ts';
import * as builtin from '#shared/contract/identity.ts';
import * as passkeys from '#shared/contract/passkeys.ts';
import * as security from '#shared/contract/security.ts';

/**
 * Registers the identity routes of Firebase mode, and those that only the built-in provider has, which refuse with
 * other_provider. When the built-in provider is in use, those of Firebase refuse likewise.
 */
export function firebaseRoutes(app: App): void {
  if (app.dependencies.identity.provider !== 'firebase') {
    for (const endpoint of [syncToken, ...Object.values(secondFactor)])
      registerRefusal(app, endpoint);
    return;
  }
  firebaseSecondFactorRoutes(app);
  // The identity provider has verified the token, as on every call.
  route(app, syncToken, async ({ db, identity, user }) => {
    const { uid, email } = identity;
    if (user && email !== '' && email !== user.email)
      await db.transaction(async (tx) => {
        await setEmail(tx, { provider: 'firebase', subject: uid }, email);
        await queueEmailUpdate(app.dependencies, tx, uid);
      });
    return { ok: true as const };
  });

  route(app, builtin.getCurrentIdentity, ({ identity }) => ({
    identity: identity && { uid: identity.uid, email: identity.email, name: identity.name },
  }));

  for (const endpoint of Object.values({ ...builtin, ...security, ...passkeys })) {
    if ('replies' in endpoint && endpoint !== builtin.getCurrentIdentity)
      registerRefusal(app, endpoint);
  }
}

function registerRefusal(app: App, endpoint: Endpoint): void {
  route(app, endpoint, () => {
    throw new AppError('other_provider');
  });
}
