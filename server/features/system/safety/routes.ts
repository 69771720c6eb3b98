import type { App } from '#server/dependencies.ts';
import { registerRoute } from '#server/http/route.ts';
import { listSafetyChecks } from '#shared/contract/safety.ts';
import { readRunningRelease } from './service.ts';

/** Registers the admin route that lists the checks of "Safe to open?", with the version that runs. */
export function safetyRoutes(app: App): void {
  const { safety } = app.dependencies;
  const release = readRunningRelease();
  registerRoute(app, listSafetyChecks, () => ({ release, checks: safety }));
}
