import type { Database } from '#server/db/connect.ts';
import type { App } from '#server/dependencies.ts';
import { AppError } from '#server/http/errors.ts';
import { consumeClientRateLimit } from '#server/http/rate-limits.ts';
import { registerRoute } from '#server/http/route.ts';
import * as contract from '#shared/contract/reminders.ts';
import { verifyReminderToken } from './policy.ts';
import { findReminderSettings } from './reads.ts';
import {
  deletePushSubscription,
  endRemindersAndDeletePushSubscriptions,
  recordReminderOpened,
  saveReminderSettingsAndSubscription,
} from './writes.ts';

const LINK_LIMIT = { limit: 100, windowMs: 15 * 60_000 };

/**
 * Registers the routes of reminders: to read, set and end them, and without a sign-in to end or open them by the token of a
 * link, and to forget a browser that ended its subscription.
 */
export function reminderRoutes(app: App): void {
  const { push, secret, identity } = app.dependencies;
  const read = async (db: Database, userId: string) => ({
    wishes: await findReminderSettings(db, userId),
    pushKey: push.publicKey,
  });

  registerRoute(app, contract.getReminders, ({ db, user }) => read(db, user.id));

  registerRoute(app, contract.saveReminders, async ({ db, user, body, request, now }) => {
    if (body.subscription && !push.accepts(body.subscription.endpoint))
      throw new AppError('push_service_unknown');
    await saveReminderSettingsAndSubscription(db, user.id, body, {
      session: identity.readSignedToken(request),
      now,
    });
    return read(db, user.id);
  });

  registerRoute(app, contract.deleteReminders, async ({ db, user }) => {
    await endRemindersAndDeletePushSubscriptions(db, user.id);
    return { ok: true as const };
  });

  registerRoute(app, contract.endRemindersByLink, async ({ db, body, request, now }) => {
    await consumeClientRateLimit({ request, db, now }, 'link', LINK_LIMIT);
    await endRemindersAndDeletePushSubscriptions(db, requireOwner(body.token));
    return { ok: true as const };
  });

  registerRoute(app, contract.deletePushSubscription, async ({ db, body, request, now }) => {
    await consumeClientRateLimit({ request, db, now }, 'link', LINK_LIMIT);
    await deletePushSubscription(db, body);
    return { ok: true as const };
  });

  registerRoute(app, contract.recordReminderOpened, async ({ db, body, request, now }) => {
    await consumeClientRateLimit({ request, db, now }, 'link', LINK_LIMIT);
    await recordReminderOpened(db, requireOwner(body.token));
    return { ok: true as const };
  });

  function requireOwner(token: string): string {
    const userId = verifyReminderToken(secret, token);
    if (userId === null) throw new AppError('link_expired');
    return userId;
  }
}
