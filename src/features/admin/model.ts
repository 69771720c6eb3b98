import { formatDateWith } from '#web/lib/format.ts';

/** Formats an instant to the minute in the device's time zone. */
export function formatDateTime(at: Date, language: string): string {
  return formatDateWith(at, language, { dateStyle: 'medium', timeStyle: 'short' });
}
