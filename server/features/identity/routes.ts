import type { FastifyReply } from 'fastify';
import type { App } from '#server/dependencies.ts';
import { clientKey, consume } from '#server/http/limits.ts';
import { route } from '#server/http/route.ts';
import * as contract from '#shared/contract/identity.ts';
import { type BuiltinAuth, refusing } from './service.ts';

const MINUTE_MS = 60_000;
const SIGN_UPS = { limit: 20, windowMs: 60 * MINUTE_MS };
const SIGN_INS = { limit: 10, windowMs: MINUTE_MS };

/** Sign-up, sign-in and sign-out by e-mail; better-auth does the work, the contract holds the door. */
export function identityRoutes(app: App, auth: BuiltinAuth): void {
  route(app, contract.signUp, async ({ body, request, reply, db, now }) => {
    await consume(db, clientKey(request, 'sign-up'), SIGN_UPS, now);
    const { email, password, name } = body;
    const { headers, response } = await refusing(() =>
      auth.api.signUpEmail({
        body: { email, password, name: name ?? '' },
        headers: webHeaders(request.headers),
        returnHeaders: true,
      }),
    );
    setCookies(reply, headers);
    return { uid: response.user.id, email: response.user.email };
  });

  route(app, contract.signIn, async ({ body, request, reply, db, now }) => {
    await consume(db, clientKey(request, 'sign-in'), SIGN_INS, now);
    const { headers, response } = await refusing(() =>
      auth.api.signInEmail({ body, headers: webHeaders(request.headers), returnHeaders: true }),
    );
    setCookies(reply, headers);
    return { uid: response.user.id, email: response.user.email };
  });

  route(app, contract.signOut, async ({ request, reply }) => {
    const { headers } = await auth.api.signOut({
      headers: webHeaders(request.headers),
      returnHeaders: true,
    });
    setCookies(reply, headers);
    return { ok: true as const };
  });

  route(app, contract.currentIdentity, async ({ identity, request, reply }) => {
    if (!identity) return { identity: null };
    // Asked once a load: the moment at which a session in use is prolonged.
    const { headers } = await auth.api.getSession({
      headers: webHeaders(request.headers),
      returnHeaders: true,
    });
    setCookies(reply, headers);
    return { identity: { uid: identity.uid, email: identity.email } };
  });
}

function webHeaders(headers: { cookie?: string | undefined }): Headers {
  return new Headers(headers.cookie ? { cookie: headers.cookie } : {});
}

function setCookies(reply: FastifyReply, headers: Headers | null | undefined): void {
  for (const cookie of headers?.getSetCookie() ?? []) void reply.header('set-cookie', cookie);
}
