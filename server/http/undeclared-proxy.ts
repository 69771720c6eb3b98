import type { App } from '#server/dependencies.ts';

const WARNING =
  'a proxy that TRUSTED_PROXIES does not name sends X-Forwarded-For: everybody behind it counts as one address';

/**
 * Registers a hook that logs one warning, without an address, when a request comes through a proxy that is not trusted.
 */
export function registerUndeclaredProxyWarning(app: App): void {
  let warned = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (
      !warned &&
      request.headers['x-forwarded-for'] &&
      request.ip === request.socket.remoteAddress
    ) {
      warned = true;
      app.log.warn(WARNING);
    }
    done();
  });
}
