import type { App } from '#server/dependencies.ts';
import { AppError } from '#server/http/errors.ts';
import { toLoggableError } from '#server/log.ts';
import { consumeClientRateLimit } from '#server/http/rate-limits.ts';
import { registerRoute } from '#server/http/route.ts';
import { startGoogleSignIn } from '#shared/contract/identity.ts';
import { sanitiseNextPath } from '#shared/rules/own-path.ts';
import { type BuiltinAuth, GOOGLE_CALLBACK_PATH } from '../service.ts';
import { findSignInSessionOwnerEvenIfExpired } from '../builtin/reads.ts';
import { recordSignInAndEmailIfNewDevice } from '../builtin/sign-in.ts';
import { readSessionTokenFromSetCookie, forwardCookies, buildBetterAuthHeaders } from '../wire.ts';

/** High, because an airport's Wi-Fi shares one address and each sign-in counts twice. */
const GOOGLE_LIMIT = { limit: 200, windowMs: 60_000 };

/**
 * Registers the routes of sign-in with Google: the start, and the page to which Google redirects. They refuse when its
 * keys are not set.
 */
export function googleRoutes(app: App, auth: BuiltinAuth): void {
  const { google, baseUrl, db, clock } = app.dependencies;

  registerRoute(app, startGoogleSignIn, async ({ query, request, reply, now }) => {
    if (!google) throw new AppError('google_unavailable');
    await consumeClientRateLimit({ request, db, now }, 'google', GOOGLE_LIMIT);
    const { headers, response } = await auth.api.signInSocial({
      body: {
        provider: 'google',
        callbackURL: baseUrl + sanitiseNextPath(query.next ?? ''),
        disableRedirect: true,
      },
      headers: buildBetterAuthHeaders(request),
      returnHeaders: true,
    });
    forwardCookies(reply, headers);
    if (!response.url) throw new AppError('google_unavailable');
    return { url: response.url };
  });

  // Outside the contract: browsers arrive by Google's redirect and leave by ours.
  app.get(GOOGLE_CALLBACK_PATH, async (request, reply) => {
    if (!google) throw new AppError('not_found');
    await consumeClientRateLimit({ request, db, now: clock() }, 'google', GOOGLE_LIMIT);
    const answer = await auth.api
      .callbackOAuth({
        params: { id: 'google' },
        query: request.query as Record<string, string>,
        headers: buildBetterAuthHeaders(request),
        asResponse: true,
      })
      .catch((error: unknown) => {
        // Google did not answer, or its answer is invalid.
        request.log.warn({ error: toLoggableError(error) }, 'sign-in with Google failed');
        return new Response(null, { status: 503 });
      });
    forwardCookies(reply, answer.headers);
    // Query parameters of Google's redirect are dropped: our pages get a plain URL.
    const to = answer.headers.get('location') ?? '';
    const refused = answer.status !== 302 || !to.startsWith(`${baseUrl}/`) || to.includes('error=');
    const why = to.includes('error=signup') ? 'sign-up' : 'google';
    const session = readSessionTokenFromSetCookie(answer.headers, app.dependencies);
    const owner = session && (await findSignInSessionOwnerEvenIfExpired(db, session));
    if (owner) await recordSignInAndEmailIfNewDevice(request, reply, { ...owner, now: clock() });
    return reply.redirect(refused ? `/auth?refused=${why}` : to.slice(baseUrl.length), 302);
  });
}
