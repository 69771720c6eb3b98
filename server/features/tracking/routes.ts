import type { App } from '#server/dependencies.ts';
import { route } from '#server/http/route.ts';
import * as contract from '#shared/contract/tracking.ts';

/** Registers the tracking route. Without a configured service the call does nothing. */
export function trackingRoutes(app: App): void {
  route(app, contract.trackSignIn, () => ({ ok: true as const }));
}
