import type { App } from '#server/dependencies.ts';

/** How long requests under way may take to finish once the server was asked to stop. */
const STOP_TIMEOUT_MS = 10_000;
const IDLE_CHECK_MS = 20;

/**
 * Stops gracefully: refuses new connections and /ready, lets running requests finish for up to `timeoutMs`, then calls
 * `closeResources`. Does not exit.
 */
export async function stopGracefully(
  app: App,
  closeResources: () => Promise<void>,
  timeoutMs = STOP_TIMEOUT_MS,
): Promise<void> {
  app.stopping = true;
  const timer = setTimeout(() => app.server.closeAllConnections(), timeoutMs);
  // A kept connection is idle only once its last answer was sent: the server closes those that are
  // idle when it begins to stop, and these must not be waited for either.
  const idle = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK_MS);
  await app.close();
  clearTimeout(timer);
  clearInterval(idle);
  await closeResources();
}

/**
 * On SIGTERM, SIGINT or SIGHUP calls `stop`, then exits with 0, or 1 if it rejects. A further signal after a second or
 * more exits with 1 at once; sooner it is a duplicate, because the terminal and npm both pass on one Ctrl-C.
 */
export function stopOnSignals(stop: () => Promise<void>): void {
  let since: number | undefined;
  const onSignal = () => {
    if (since !== undefined) {
      if (Date.now() - since >= 1000) process.exit(1);
      return;
    }
    since = Date.now();
    stop().then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal).on('SIGHUP', onSignal);
}
