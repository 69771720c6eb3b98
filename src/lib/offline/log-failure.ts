import { ApiError } from '#web/lib/api.ts';
import { logError } from '#web/lib/log-error.ts';

const logged = new Set<string>();

/**
 * Logs what could not be kept on this device or read from it, once for each page. An answer of the server, or none, is no
 * fault of the device: it is dealt with where it was asked for.
 */
export function logStorageFailure(line: string, error: unknown): void {
  if (error instanceof ApiError || logged.has(line)) return;
  logged.add(line);
  logError(line);
}
