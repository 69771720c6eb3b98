import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '#server/dependencies.ts';
import { buildConsentCookie } from '#server/http/consent-cookie.ts';
import { AppError } from '#server/http/errors.ts';
import {
  buildClientRateLimitKey,
  buildRateLimitKey,
  consumeRateLimit,
  normaliseClientAddress,
} from '#server/http/rate-limits.ts';
import { requireCallerProfile, registerRoute } from '#server/http/route.ts';
import * as contract from '#shared/contract/cookie-consent.ts';
import { createUniformCookieChoice, getPrivacyRegion } from '#shared/rules/cookie-consent.ts';
import { getConsentValidityDays, capConsentExpiry, truncateIpAddress } from './policy.ts';
import { type CookieDecision, findCookieDecision } from './reads.ts';
import { extractCookieDecision, toCookieConsent } from './wire.ts';
import {
  endCookieDecision,
  recordVisitorCookieDecision,
  saveOrMergeCookieDecision,
} from './writes.ts';

const HOUR_MS = 60 * 60_000;
const PERSON_LIMIT = { limit: 30, windowMs: HOUR_MS };
/** High, because many people may share one address, as in an airport. */
const VISITOR_LIMIT = { limit: 600, windowMs: HOUR_MS };
/** Of all visitors together, so that the table stays bounded however many addresses a flood comes from: 60 MB a day. */
const ALL_VISITORS_LIMIT = { limit: 200_000, windowMs: 24 * HOUR_MS };

/**
 * Registers the routes of decisions about cookies; a caller reaches only their own. Each reply sets the cookie that
 * tells the next page which optional scripts it may load.
 */
export function cookieConsentRoutes(app: App): void {
  const { europeanConsentDays, findLocation, publicUrl } = app.dependencies;
  const secure = publicUrl?.startsWith('https:') ?? false;

  /** Answers with a decision, and sets the cookie that tells the next page which optional scripts it may load. */
  const answer = (reply: FastifyReply, decision: CookieDecision) => {
    void reply.header('set-cookie', buildConsentCookie(decision, decision.expiresAt, secure));
    return toCookieConsent(decision);
  };

  registerRoute(
    app,
    contract.saveCookieConsent,
    async ({ db, body, user, now, request, reply }) => {
      if (body.userId !== null) requireOwn(user, body.userId);
      const { country } = findLocation(request);
      const region = country === null ? body.userRegion : getPrivacyRegion(country);
      const days = getConsentValidityDays(region, europeanConsentDays);
      const decision = {
        ...extractCookieDecision(body),
        region,
        privacySignal: request.headers['sec-gpc'] === '1',
        ipAddress: truncateIpAddress(normaliseClientAddress(request)),
        decidedAt: now,
        expiresAt: capConsentExpiry(new Date(body.expiresAt), days, now),
      };
      for (const [key, limit] of listLimits(request, user?.id))
        await consumeRateLimit(db, key, limit, now);
      return answer(
        reply,
        user
          ? await saveOrMergeCookieDecision(db, user.id, decision)
          : await recordVisitorCookieDecision(db, decision),
      );
    },
  );

  registerRoute(app, contract.getCookieConsent, async ({ db, params, user, now, reply }) => {
    const found = await findCookieDecision(db, requireOwn(user, params.id), now);
    if (found) return answer(reply, found);
    // What was ended on another device is not allowed on this one either.
    void reply.header(
      'set-cookie',
      buildConsentCookie(createUniformCookieChoice(false), now, secure),
    );
    throw new AppError('not_found');
  });

  registerRoute(app, contract.deleteCookieConsent, async (call) => {
    await endCookieDecision(
      call.db,
      requireOwn(requireCallerProfile(call), call.params.id),
      call.now,
    );
    void call.reply.header(
      'set-cookie',
      buildConsentCookie(createUniformCookieChoice(false), call.now, secure),
    );
    return { ok: true as const };
  });
}

/**
 * Returns `id` if it is the caller's.
 * @throws {AppError} unauthorised (signed out); not_found (any other id, whether or not that person exists)
 */
function requireOwn(user: { id: string } | null, id: string): string {
  if (user?.id !== id) throw new AppError(user ? 'not_found' : 'unauthorised');
  return user.id;
}

function listLimits(request: FastifyRequest, userId: string | undefined) {
  const name = 'cookie-consent';
  if (userId !== undefined)
    return [[buildRateLimitKey(request.server, name, userId), PERSON_LIMIT]] as const;
  return [
    [buildClientRateLimitKey(request, name), VISITOR_LIMIT],
    [`${name}:visitors`, ALL_VISITORS_LIMIT],
  ] as const;
}
