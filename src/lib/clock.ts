import { temporal } from '#shared/rules/temporal.ts';
import type { RenderMoment } from '#shared/rules/start-page.ts';

let pinned: RenderMoment | null = null;

/** Returns the present instant. All code takes the time from here, so that a test can set it. */
export function now(): Date {
  return pinned ? new Date(pinned.at) : new Date();
}

/** Returns the device's IANA time zone. */
export function getDeviceTimeZone(): string {
  if (pinned) return pinned.timeZone;
  const known = temporal?.Now.timeZoneId() ?? Intl.DateTimeFormat().resolvedOptions().timeZone;
  return known || 'UTC';
}

/**
 * Fixes the instant and the time zone that this module returns, or releases them with null. The server and the browser
 * render a page for the same moment, so that the browser can hydrate the server's markup.
 */
export function freezeOrReleaseClock(moment: RenderMoment | null): void {
  pinned = moment;
}
