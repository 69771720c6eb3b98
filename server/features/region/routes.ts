import type { App } from '#server/dependencies.ts';
import { route } from '#server/http/route.ts';
import * as contract from '#shared/contract/region.ts';
import { normaliseAddress } from './policy.ts';

/** Registers the route that returns the caller's own country, city and address. */
export function regionRoutes(app: App): void {
  const { findLocation } = app.dependencies;

  route(app, contract.getRegion, ({ request }) => {
    const { country, city } = findLocation(request);
    return { country_code: country, city, ip: normaliseAddress(request.ip) };
  });
}
