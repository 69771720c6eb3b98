import type { App } from '#server/dependencies.ts';
import { route } from '#server/http/route.ts';
import * as contract from '#shared/contract/tracking.ts';

/** What the browser tells of its use. Without a service to hand it on to, it ends here. */
export function trackingRoutes(app: App): void {
  route(app, contract.trackSignIn, () => ({ ok: true as const }));
}
