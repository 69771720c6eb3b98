import type { FastifyRequest } from 'fastify';
import type { App } from '#server/dependencies.ts';
import { verifyAndConsumeBotCheckToken } from '#server/features/bot-check/writes.ts';
import { AppError } from '#server/http/errors.ts';
import {
  buildClientRateLimitKey,
  buildRateLimitKey,
  consumeRateLimit,
} from '#server/http/rate-limits.ts';
import { registerRoute } from '#server/http/route.ts';
import { listFeedbackMessages } from '#shared/contract/admin.ts';
import { sendFeedback } from '#shared/contract/public.ts';
import { listFeedback } from './reads.ts';
import { countVisitorMessageAndFindSendingTime, saveFeedbackAndQueueEmail } from './writes.ts';

const HOUR_MS = 60 * 60_000;
/** Limits of a signed-in person, and for requests without a valid bot-check token. */
const PERSON_LIMITS = {
  all: { limit: 20, windowMs: HOUR_MS },
  unchecked: { limit: 3, windowMs: HOUR_MS },
};
/** The same of visitors from one client address; higher, because many people may share one, as in an airport. */
const ADDRESS_LIMITS = {
  all: { limit: 100, windowMs: HOUR_MS },
  unchecked: { limit: 20, windowMs: HOUR_MS },
};

/** Registers the routes by which visitors and members send a message to the operator, and admins list them. */
export function feedbackRoutes(app: App): void {
  const deps = app.dependencies;
  /** Counts per account, and per client address for those who are signed out. */
  const buildKey = (name: string, request: FastifyRequest, userId?: string) =>
    userId === undefined
      ? buildClientRateLimitKey(request, name)
      : buildRateLimitKey(app, name, userId);

  registerRoute(app, sendFeedback, async ({ db, now, user, identity, request, body }) => {
    const { botToken, language = user?.preferredLanguage ?? 'en', ...given } = body;
    // The sign-in has ended, perhaps because the account was erased: not to be stored as a visitor's.
    if (!identity && deps.identity.mayBeSignedIn(request)) throw new AppError('unauthorised');
    const limits = user ? PERSON_LIMITS : ADDRESS_LIMITS;
    await consumeRateLimit(db, buildKey('feedback', request, user?.id), limits.all, now);
    if (!(await verifyAndConsumeBotCheckToken(deps, db, 'feedback', botToken, now))) {
      const key = buildKey('feedback-unchecked', request, user?.id);
      await consumeRateLimit(db, key, limits.unchecked, now);
    }
    const sendAfter = user ? now : await countVisitorMessageAndFindSendingTime(db, now);
    const author = user && identity ? { userId: user.id, uid: identity.uid } : null;
    await saveFeedbackAndQueueEmail(deps, db, author, { ...given, language }, sendAfter);
    return { ok: true as const };
  });

  registerRoute(app, listFeedbackMessages, async ({ db, query }) => {
    const found = await listFeedback(db, query.limit, query.before);
    const messages = found.slice(0, query.limit);
    return {
      messages: messages.map((message) => ({ ...message, at: message.at.toISOString() })),
      next: found.length > messages.length ? (messages.at(-1)?.id ?? null) : null,
    };
  });
}
