/** Logs one line about an error to the browser's console. Never pass personal data. */
export function logError(line: string): void {
  // oxlint-disable-next-line no-console -- the specification (section 8) wants these errors logged
  console.error(line);
}
