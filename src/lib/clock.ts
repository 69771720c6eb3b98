/** The present instant. All code asks here, so that a test can set the time. */
export function now(): Date {
  return new Date();
}

/** The device's IANA time zone. */
export function getDeviceTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}
