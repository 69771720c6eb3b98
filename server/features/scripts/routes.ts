import type { App } from '#server/dependencies.ts';
import { route } from '#server/http/route.ts';
import { listThirdPartyScripts } from '#shared/contract/scripts.ts';
import { listOptionalScripts } from './policy.ts';

/** Registers the route that lists the configured third-party scripts. */
export function scriptRoutes(app: App): void {
  const { identity } = app.dependencies;
  const scripts = listOptionalScripts(app.dependencies);
  route(app, listThirdPartyScripts, ({ request }) => ({
    scripts,
    mayLoad: !identity.mayBeSignedIn(request),
  }));
}
