import type { App } from '#server/dependencies.ts';
import { recordRateLimitUse } from '#server/db/rate-limits.ts';
import { verifyAndConsumeBotCheckToken } from '#server/features/bot-check/writes.ts';
import { buildRateLimitKey, consumeClientRateLimit } from '#server/http/rate-limits.ts';
import { registerRoute } from '#server/http/route.ts';
import * as contract from '#shared/contract/public.ts';
import { consumeLinkAndAddWaitlistEntry, sendWaitlistConfirmation } from './writes.ts';

const HOUR_MS = 60 * 60_000;
/** High, because many people may share one address, as in an airport. */
const JOIN_LIMIT = { limit: 100, windowMs: HOUR_MS };
/** Limit for requests without a valid bot-check token. */
const UNCHECKED_JOIN_LIMIT = { limit: 30, windowMs: HOUR_MS };
/** Limit of confirmation e-mails to one address, so that others cannot flood its inbox. */
const EMAIL_LIMIT = { limit: 3, windowMs: 24 * HOUR_MS };
const LINK_LIMIT = { limit: 100, windowMs: HOUR_MS / 4 };

/** Registers the routes to join the waiting list and to confirm it. */
export function waitlistRoutes(app: App): void {
  const deps = app.dependencies;

  registerRoute(app, contract.joinWaitlist, async ({ db, body, request, now }) => {
    const { email, language, botToken } = body;
    await consumeClientRateLimit({ request, db, now }, 'waitlist', JOIN_LIMIT);
    // A person behind a browser is not yet the owner of the address: their e-mail is confirmed in every case.
    if (!(await verifyAndConsumeBotCheckToken(deps, db, 'waitlist', botToken, now)))
      await consumeClientRateLimit(
        { request, db, now },
        'waitlist-unchecked',
        UNCHECKED_JOIN_LIMIT,
      );
    const key = buildRateLimitKey(app, 'waitlist-email', email.toLowerCase());
    const { allowed } = await recordRateLimitUse(db, key, EMAIL_LIMIT, now);
    if (allowed) await sendWaitlistConfirmation(deps, db, { email, language }, now);
    return { next: 'confirm_email' as const };
  });

  registerRoute(app, contract.confirmWaitlist, async ({ db, body, request, now }) => {
    await consumeClientRateLimit({ request, db, now }, 'link', LINK_LIMIT);
    await consumeLinkAndAddWaitlistEntry(deps, db, body.token, now);
    return { ok: true as const };
  });
}
