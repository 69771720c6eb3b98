import type { App } from '#server/dependencies.ts';
import { registerRoute } from '#server/http/route.ts';
import * as contract from '#shared/contract/region.ts';
import { normaliseIpAddress } from '#server/networks.ts';

/** Registers the route that returns the caller's own country, city and address. */
export function regionRoutes(app: App): void {
  const { findLocation } = app.dependencies;

  registerRoute(app, contract.getCallerLocation, ({ request }) => {
    const { country, city } = findLocation(request);
    return { country_code: country, city, ip: normaliseIpAddress(request.ip) };
  });
}
