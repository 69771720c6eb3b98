/** Logs one line about an error to the browser's console, and what caused it. Never pass personal data. */
export function logError(line: string, cause?: unknown): void {
  // oxlint-disable-next-line no-console -- the specification (section 8) wants these errors logged
  console.error(cause === undefined ? line : new Error(line, { cause }));
}

/** How long a page that is being left may go on after the browser has cancelled what it was fetching, in milliseconds. */
const LEAVING_MS = 1_000;

/**
 * Logs as `logError` does, unless the page is gone within a second: when a page is left, the browser cancels the code and
 * data that it was fetching, which is no fault.
 */
export function logErrorUnlessLeaving(line: string, cause: unknown): void {
  setTimeout(() => logError(line, cause), LEAVING_MS);
}
