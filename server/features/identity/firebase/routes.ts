import type { App } from '#server/dependencies.ts';
import { setEmail } from '#server/features/account/writes.ts';
import { AppError } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { tokenSync } from '#shared/contract/firebase.ts';
import * as builtin from '#shared/contract/identity.ts';
import * as security from '#shared/contract/security.ts';

/**
 * What is left of signing in where Firebase does it: who is calling, and the news of a fresh token.
 * Every route of the other provider is there in both modes, so that it refuses with a code.
 */
export function firebaseRoutes(app: App): void {
  if (app.dependencies.identity.provider !== 'firebase') {
    refuse(app, tokenSync);
    return;
  }
  // The token was verified before this runs, as it is on every call.
  route(app, tokenSync, async ({ db, identity, user }) => {
    const { uid, email } = identity;
    if (user && email !== '' && email !== user.email)
      await setEmail(db, { provider: 'firebase', subject: uid }, email);
    return { ok: true as const };
  });

  route(app, builtin.currentIdentity, ({ identity }) => ({
    identity: identity && { uid: identity.uid, email: identity.email, name: identity.name },
  }));

  for (const endpoint of Object.values({ ...builtin, ...security })) {
    if ('replies' in endpoint && endpoint !== builtin.currentIdentity) refuse(app, endpoint);
  }
}

function refuse(app: App, endpoint: Endpoint): void {
  route(app, endpoint, () => {
    throw new AppError('other_provider');
  });
}
