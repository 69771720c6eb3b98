import type { App } from '#server/dependencies.ts';
import { countUse } from '#server/db/limits.ts';
import { isHuman } from '#server/features/bot-check/writes.ts';
import { clientKey, consume, limitKey } from '#server/http/limits.ts';
import { route } from '#server/http/route.ts';
import * as contract from '#shared/contract/public.ts';
import { confirmPlace, holdPlace, joinWaitlist } from './writes.ts';

const HOUR_MS = 60 * 60_000;
const JOINS = { limit: 10, windowMs: HOUR_MS };
/** To one address, whose letter box others shall not fill; whoever asked has these letters already. */
const LETTERS = { limit: 3, windowMs: 24 * HOUR_MS };
const LINKS = { limit: 10, windowMs: HOUR_MS / 4 };

/** The waiting list of the public site. */
export function waitlistRoutes(app: App): void {
  const means = app.dependencies;

  route(app, contract.joinWaitlist, async ({ db, body, request, now }) => {
    const { email, language, botToken } = body;
    await consume(db, clientKey(request, 'waitlist'), JOINS, now);
    if (await isHuman(means, db, 'waitlist', botToken, now)) {
      await joinWaitlist(db, email, language);
      return { next: 'listed' as const };
    }
    const key = limitKey(app, 'waitlist-letter', email.toLowerCase());
    const { allowed } = await countUse(db, key, LETTERS, now);
    if (allowed) await holdPlace(means, db, { email, language }, now);
    return { next: 'confirm_email' as const };
  });

  route(app, contract.confirmWaitlist, async ({ db, body, request, now }) => {
    await consume(db, clientKey(request, 'link'), LINKS, now);
    await confirmPlace(means, db, body.token, now);
    return { ok: true as const };
  });
}
