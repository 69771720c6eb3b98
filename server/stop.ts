import type { App } from '#server/dependencies.ts';

/** How long requests under way may take to finish once the server was asked to stop. */
const PATIENCE_MS = 10_000;

/**
 * Stops a server without dropping what is under way: no new connections, /ready refuses, requests
 * under way finish (within ten seconds), then what stands behind it is closed.
 */
export async function stopGracefully(
  app: App,
  closeBehind: () => Promise<void>,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  app.stopping = true;
  const timer = setTimeout(() => app.server.closeAllConnections(), patienceMs);
  await app.close();
  clearTimeout(timer);
  await closeBehind();
}

/** Stops on SIGTERM or SIGINT and exits 0; a second signal exits at once. */
export function stopOnSignals(stop: () => Promise<void>): void {
  let isStopping = false;
  const onSignal = () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
}
