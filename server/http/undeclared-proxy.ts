import type { App } from '#server/dependencies.ts';

const WARNING =
  'a proxy that TRUSTED_PROXIES does not name sends X-Forwarded-For: everybody behind it counts as one address';

/** Warns once, without an address, when requests come through a proxy whose X-Forwarded-For is not believed. */
export function warnOfUndeclaredProxy(app: App): void {
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
