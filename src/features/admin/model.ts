import { dateInWords } from '#web/lib/format.ts';

/** A moment to the minute, in the zone of the device. */
export function momentIn(at: Date, language: string): string {
  return dateInWords(at, language, { dateStyle: 'medium', timeStyle: 'short' });
}
