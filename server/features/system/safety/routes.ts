import type { App } from '#server/dependencies.ts';
import { route } from '#server/http/route.ts';
import { listSafetyChecks } from '#shared/contract/safety.ts';

/** Registers the admin route that lists the checks of "Safe to open?". */
export function safetyRoutes(app: App): void {
  const { safety } = app.dependencies;
  route(app, listSafetyChecks, () => ({ checks: safety }));
}
