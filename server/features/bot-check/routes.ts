import type { App } from '#server/dependencies.ts';
import { consumeClientRateLimit } from '#server/http/rate-limits.ts';
import { registerRoute } from '#server/http/route.ts';
import * as contract from '#shared/contract/bot-check.ts';

/** High, because an airport's Wi-Fi shares one address. */
const CHALLENGES = { limit: 600, windowMs: 10 * 60_000 };

/** Registers the route that issues bot-check challenges, limited for each network address. */
export function botCheckRoutes(app: App): void {
  const { botCheck } = app.dependencies;
  registerRoute(app, contract.getBotChallenge, async ({ query, request, db, now }) => {
    await consumeClientRateLimit({ request, db, now }, 'bot-check', CHALLENGES);
    return {
      challenge: await botCheck.challenge(query.action, now),
      recaptchaSiteKey: botCheck.recaptchaSiteKey,
    };
  });
}
