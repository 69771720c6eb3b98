import type { App } from '#server/dependencies.ts';
import { AppError, loggable } from '#server/http/errors.ts';
import { clientKey, consume } from '#server/http/limits.ts';
import { route } from '#server/http/route.ts';
import { googleSignIn } from '#shared/contract/identity.ts';
import { ownPath } from '#shared/rules/own-path.ts';
import { type BuiltinAuth, GOOGLE_CALLBACK } from '../service.ts';
import { setCookies, webHeaders } from '../wire.ts';

const STARTS = { limit: 20, windowMs: 60_000 };

/** The way to Google and back, when its keys are set. */
export function googleRoutes(app: App, auth: BuiltinAuth): void {
  const { google, address, db, clock } = app.dependencies;

  route(app, googleSignIn, async ({ query, request, reply, now }) => {
    if (!google) throw new AppError('google_unavailable');
    await consume(db, clientKey(request, 'google'), STARTS, now);
    const { headers, response } = await auth.api.signInSocial({
      body: {
        provider: 'google',
        callbackURL: address + ownPath(query.next ?? ''),
        disableRedirect: true,
      },
      headers: webHeaders(request),
      returnHeaders: true,
    });
    setCookies(reply, headers);
    if (!response.url) throw new AppError('google_unavailable');
    return { url: response.url };
  });

  // Not of the contract: a browser comes here by Google's redirect, and leaves by ours.
  app.get(GOOGLE_CALLBACK, async (request, reply) => {
    if (!google) throw new AppError('not_found');
    await consume(db, clientKey(request, 'google'), STARTS, clock());
    const answer = await auth.api
      .callbackOAuth({
        params: { id: 'google' },
        query: request.query as Record<string, string>,
        headers: webHeaders(request),
        asResponse: true,
      })
      .catch((error: unknown) => {
        // Google did not answer, or what it answered does not hold.
        request.log.warn({ error: loggable(error) }, 'sign-in with Google failed');
        return new Response(null, { status: 503 });
      });
    setCookies(reply, answer.headers);
    // Its errors and its state are Google's to know: our own pages get a plain address.
    const to = answer.headers.get('location') ?? '';
    const refused = answer.status !== 302 || !to.startsWith(`${address}/`) || to.includes('error=');
    return reply.redirect(refused ? '/auth?refused=google' : to.slice(address.length), 302);
  });
}
