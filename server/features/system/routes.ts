import type { FastifyRequest } from 'fastify';
import type { App } from '#server/dependencies.ts';
import { AppError, type FieldErrors } from '#server/http/errors.ts';
import { registerRoute } from '#server/http/route.ts';
import { getConfig, getHealth, getReadiness } from '#shared/contract/system.ts';

const RETRY_SECONDS = 1;

const createNotReadyError = (fields?: FieldErrors) =>
  new AppError('not_ready', fields, { retryAfter: RETRY_SECONDS });

/** Registers the public routes of the installation's settings, /health and /ready; /ready tells admins more. */
export function systemRoutes(app: App): void {
  const { identity, firebase, google, billing, grants, operator, jobs, monitor } = app.dependencies;
  const installation = {
    authProvider: identity.provider,
    firebase,
    // Firebase brings Google with it.
    google: firebase !== undefined || google !== undefined,
    billing,
    grantKey: grants.publicKey,
    operator,
  };

  registerRoute(app, getConfig, () => installation);

  registerRoute(app, getHealth, () => ({ status: 'ok' }));

  const isAdmin = async (request: FastifyRequest) =>
    identity.mayBeSignedIn(request) &&
    (await identity.identify(request).catch(() => null))?.user?.role === 'admin';

  registerRoute(app, getReadiness, async ({ request }) => {
    if (app.stopping) throw createNotReadyError();
    const outage = await monitor.check();
    const forAdmin = await isAdmin(request);
    if (outage) throw createNotReadyError(forAdmin ? { database: outage } : undefined);
    return { status: 'ready', ...(forAdmin && { jobs: await jobs.readState() }) };
  });
}
