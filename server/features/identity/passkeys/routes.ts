import type { App } from '#server/dependencies.ts';
import { assertEmailConfirmed, assertFreshSignIn } from '#server/http/access.ts';
import {
  buildRateLimitKey,
  consumeRateLimitWithBackoff,
  resetRateLimit,
} from '#server/http/rate-limits.ts';
import { registerRoute } from '#server/http/route.ts';
import * as contract from '#shared/contract/passkeys.ts';
import { hasSecondFactor } from '../builtin/reads.ts';
import { queueSecurityEmailUnlessErased } from '../builtin/send-security-email.ts';
import { type BuiltinAuth, translateAuthErrors } from '../service.ts';
import type { authPasskeys } from '../table.ts';
import {
  describeDevice,
  readSessionToken,
  buildBetterAuthHeaders,
  toRelyingParty,
} from '../wire.ts';
import { PASSWORD_TRIES_LIMIT } from '../writes.ts';
import { listPasskeys } from './reads.ts';
import {
  addPasskeyAndTurnOnSecondFactor,
  createPasskeyOptions,
  removePasskeyAndEndSecondFactorIfLast,
  renamePasskey,
} from './writes.ts';

/** Registers the routes by which people list, add, rename and remove their passkeys. */
export function passkeyRoutes(app: App, auth: BuiltinAuth): void {
  const deps = app.dependencies;

  // better-auth creates them with the key of an app, which is not shown. Neither is needed until a passkey is stored.
  async function createRecoveryCodes(password: string, headers: Headers): Promise<string[]> {
    const begun = await auth.api.enableTwoFactor({ body: { password, method: 'totp' }, headers });
    return begun.method === 'totp' ? begun.backupCodes : [];
  }

  registerRoute(app, contract.listPasskeys, async ({ identity, db }) => ({
    passkeys: (await listPasskeys(db, identity.uid)).map(toPasskey),
  }));

  registerRoute(
    app,
    contract.createPasskeyOptions,
    async ({ body, identity, request, db, now }) => {
      assertEmailConfirmed(identity);
      const isOn = await hasSecondFactor(db, identity.uid);
      // The password alone must not bring a second key to an account that asks for two things.
      if (isOn) await assertFreshSignIn(request);
      const key = buildRateLimitKey(app, 'password', identity.uid);
      await consumeRateLimitWithBackoff(db, key, PASSWORD_TRIES_LIMIT, now);
      const password = body.currentPassword;
      const headers = buildBetterAuthHeaders(request);
      const recoveryCodes = await translateAuthErrors(async () => {
        if (!isOn) return createRecoveryCodes(password, headers);
        await auth.api.verifyPassword({ body: { password }, headers });
        return [];
      });
      await resetRateLimit(db, key);
      const { rpId } = toRelyingParty(request);
      return { ...(await createPasskeyOptions(db, identity, rpId)), recoveryCodes };
    },
  );

  registerRoute(app, contract.addPasskey, async ({ body, identity, request, db, now }) => {
    assertEmailConfirmed(identity);
    const device = describeDevice(request.headers['user-agent']);
    const { uid } = identity;
    const added = await addPasskeyAndTurnOnSecondFactor(auth, db, {
      uid,
      session: readSessionToken(request, deps),
      device,
      created: body,
      party: toRelyingParty(request),
      now,
    });
    await queueSecurityEmailUnlessErased(deps, db, { uid, name: 'passkeyAdded', device, now });
    return toPasskey(added);
  });

  registerRoute(app, contract.renamePasskey, async ({ params, body, identity, db }) =>
    toPasskey(await renamePasskey(db, identity.uid, { ...params, ...body })),
  );

  registerRoute(app, contract.removePasskey, async ({ params, identity, request, db, now }) => {
    const device = describeDevice(request.headers['user-agent']);
    const { uid } = identity;
    await removePasskeyAndEndSecondFactorIfLast(db, { uid, id: params.id, device, now });
    await queueSecurityEmailUnlessErased(deps, db, { uid, name: 'passkeyRemoved', device, now });
    return { ok: true as const };
  });
}

type Row = Pick<typeof authPasskeys.$inferSelect, 'id' | 'name' | 'createdAt' | 'lastUsedAt'>;

function toPasskey({ id, name, createdAt, lastUsedAt }: Row) {
  return {
    id,
    name,
    createdAt: createdAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}
