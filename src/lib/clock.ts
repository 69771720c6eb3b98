/** Returns the present instant. All code gets the time here, so that a test can set it. */
export function now(): Date {
  return new Date();
}

/** Returns the device's IANA time zone. */
export function getDeviceTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
}
