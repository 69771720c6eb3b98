import type { App } from '#server/dependencies.ts';
import { registerRoute } from '#server/http/route.ts';
import { listThirdPartyScripts } from '#shared/contract/scripts.ts';
import { listOptionalThirdPartyScripts } from './policy.ts';

/** Registers the route that lists the configured third-party scripts. */
export function thirdPartyScriptRoutes(app: App): void {
  const { identity } = app.dependencies;
  const scripts = listOptionalThirdPartyScripts(app.dependencies);
  registerRoute(app, listThirdPartyScripts, ({ request }) => ({
    scripts,
    mayLoad: !identity.mayBeSignedIn(request),
  }));
}
