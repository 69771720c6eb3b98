/** The present instant. The one place the app asks for it, so that a test can move it. */
export function now(): Date {
  return new Date();
}

/** The person's own time zone, as their device knows it. */
export function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}
