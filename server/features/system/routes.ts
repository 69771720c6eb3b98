import type { FastifyRequest } from 'fastify';
import type { App } from '#server/dependencies.ts';
import { AppError } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { pingDatabase } from './reads.ts';
import { config, health, ready } from '#shared/contract/system.ts';

/** What the installation is, and whether it is alive and ready. */
export function systemRoutes(app: App): void {
  const { identity, firebase, google, billing, jobs } = app.dependencies;
  const installation = {
    authProvider: identity.provider,
    firebase,
    // Firebase brings Google with it.
    google: firebase !== undefined || google !== undefined,
    billing,
  };

  route(app, config, () => installation);

  route(app, health, () => ({ status: 'ok' }));

  /** Whether the session of a request, which few of them have here, is an admin's. */
  const isAdmin = async (request: FastifyRequest) =>
    identity.mayBeSignedIn(request) && (await identity.identify(request))?.user?.role === 'admin';

  route(app, ready, async ({ db, request }) => {
    if (app.stopping) throw new AppError('not_ready');
    await pingDatabase(db).catch((cause: unknown) => {
      throw new AppError('not_ready', undefined, { cause });
    });
    if (!(await isAdmin(request))) return { status: 'ready' };
    return { status: 'ready', jobs: await jobs.readState() };
  });
}
