import type { App } from '#server/dependencies.ts';
import { findCookieDecision } from '#server/features/cookie-consent/reads.ts';
import { buildRateLimitKey, consumeRateLimit } from '#server/http/rate-limits.ts';
import { type EndpointCall, registerRoute } from '#server/http/route.ts';
import * as contract from '#shared/contract/tracking.ts';
import { removePersonalPartsOfPageView } from './policy.ts';
import { type NewTrackingEvent, queueTrackingEvents } from './writes.ts';

/** Maximum number of calls of one person per hour. */
const LIMIT = { limit: 600, windowMs: 60 * 60_000 };

/**
 * Registers the tracking routes. They store nothing without a configured service or without the person's consent to
 * analytics.
 */
export function trackingRoutes(app: App): void {
  const { tracker, baseUrl } = app.dependencies;
  const { origin } = new URL(baseUrl);

  /** Stores events if the person allows analytics now, and tells the browser, whose copy may be older, whether they do. */
  async function keep(
    { user, db, now }: Pick<EndpointCall<typeof contract.trackSignIn>, 'user' | 'db' | 'now'>,
    events: readonly NewTrackingEvent[],
  ) {
    const decision = user && (await findCookieDecision(db, user.id, now));
    const isAllowed = decision?.analytics ?? false;
    if (tracker && user && isAllowed) {
      await consumeRateLimit(db, buildRateLimitKey(app, 'tracking', user.id), LIMIT, now);
      await queueTrackingEvents(db, user.id, events, now);
    }
    return { ok: true as const, isAllowed };
  }

  registerRoute(app, contract.trackSignIn, (call) =>
    keep(call, [
      { type: 'identify', call: { traits: { language: call.user?.preferredLanguage } } },
      { type: 'track', call: { event: 'Signed In' } },
    ]),
  );

  registerRoute(app, contract.trackPageView, (call) => {
    const properties = removePersonalPartsOfPageView(call.body, origin);
    return keep(call, [{ type: 'page', call: { name: properties.path, properties } }]);
  });
}
