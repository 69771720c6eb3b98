import type { App } from '#server/dependencies.ts';
import {
  buildClientRateLimitKey,
  buildRateLimitKey,
  consumeRateLimit,
} from '#server/http/rate-limits.ts';
import { registerRoute } from '#server/http/route.ts';
import { sendContractNotice } from '#shared/contract/contract-notices.ts';
import { carryOutOrForwardContractNotice } from './send-notice.ts';

const HOUR_MS = 60 * 60_000;
/** Limits of one account, and of one client address, which many people may share. */
const PERSON_LIMIT = { limit: 20, windowMs: HOUR_MS };
const ADDRESS_LIMIT = { limit: 30, windowMs: HOUR_MS };

/** Registers the route by which a visitor or a member ends a contract, or withdraws from it. */
export function contractNoticeRoutes(app: App): void {
  registerRoute(app, sendContractNotice, async ({ db, now, user, identity, request, body }) => {
    const sender =
      user && identity && !body.isVisitor ? { userId: user.id, uid: identity.uid } : null;
    const key = sender
      ? buildRateLimitKey(app, 'contract-notice', sender.userId)
      : buildClientRateLimitKey(request, 'contract-notice');
    await consumeRateLimit(db, key, sender ? PERSON_LIMIT : ADDRESS_LIMIT, now);
    const { effect, endsAt, refundBy } = await carryOutOrForwardContractNotice(
      app.dependencies,
      sender,
      body,
    );
    return {
      effect,
      receivedAt: now.toISOString(),
      endsAt: endsAt?.toISOString() ?? null,
      refundBy: refundBy?.toISOString() ?? null,
    };
  });
}
