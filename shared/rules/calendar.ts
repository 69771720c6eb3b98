import { PRODUCT_NAME } from '#shared/product.ts';

/** When an event begins: a whole civil day, a wall-clock time in the person's zone of that day, or an instant. */
export type CalendarStart = { date: string } | { date: string; time: string } | { at: Date };

export interface CalendarEvent {
  /** Stays the same whenever the same event is written again, so that calendars replace it. */
  uid: string;
  summary: string;
  description: string;
  url: string;
  start: CalendarStart;
  /** Duration; 0 when the end is unknown. */
  minutes: number;
  /** Whether the time counts as busy; false for events that may be moved. */
  busy: boolean;
  remindMinutes: number;
}

export interface Calendar {
  name: string;
  language: string;
  events: readonly CalendarEvent[];
  /** Time of writing (DTSTAMP). */
  now: Date;
}

const LINE_OCTETS = 75;
const encoder = new TextEncoder();

/**
 * Folds a content line after at most 75 octets; the next line begins with a space (RFC 5545, 3.1). Never splits a
 * character.
 */
function foldLine(line: string): string {
  let folded = '';
  let length = 0;
  for (const character of line) {
    const size = encoder.encode(character).length;
    if (length + size > LINE_OCTETS) {
      folded += '\r\n ';
      length = 1;
    }
    folded += character;
    length += size;
  }
  return folded;
}

/** Escapes a value of type TEXT (RFC 5545, 3.3.11). Control characters, which it may not contain, are left out. */
function escapeText(value: string): string {
  return value
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .replaceAll(/[\\;,]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`);
}

const toBasicFormat = (iso: string) => iso.replaceAll(/[-:]|\.\d+/g, '');
const formatInstant = (at: Date) => toBasicFormat(at.toISOString());

function formatStart(start: CalendarStart): string {
  if ('at' in start) return `DTSTART:${formatInstant(start.at)}`;
  if (!('time' in start)) return `DTSTART;VALUE=DATE:${toBasicFormat(start.date)}`;
  // Floating on purpose: the same hour in whatever zone the person is.
  return `DTSTART:${toBasicFormat(start.date)}T${toBasicFormat(start.time)}00`;
}

function formatEvent(event: CalendarEvent, now: Date): string[] {
  const { uid, summary, description, url, start, minutes, busy, remindMinutes } = event;
  return [
    'BEGIN:VEVENT',
    `UID:${escapeText(uid)}`,
    `DTSTAMP:${formatInstant(now)}`,
    formatStart(start),
    ...(minutes > 0 ? [`DURATION:PT${minutes}M`] : []),
    `SUMMARY:${escapeText(summary)}`,
    `DESCRIPTION:${escapeText(description)}`,
    `URL:${url}`,
    `TRANSP:${busy ? 'OPAQUE' : 'TRANSPARENT'}`,
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escapeText(summary)}`,
    `TRIGGER:-PT${remindMinutes}M`,
    'END:VALARM',
    'END:VEVENT',
  ];
}

/**
 * Returns an iCalendar file (RFC 5545) as text, for import into a calendar: CRLF line ends, lines folded at 75 octets.
 */
export function serialiseICalendar({ name, language, events, now }: Calendar): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `PRODID:-//${PRODUCT_NAME}//${PRODUCT_NAME}//${language.toUpperCase()}`,
    'CALSCALE:GREGORIAN',
    'METHOD:PUBLISH',
    `X-WR-CALNAME:${escapeText(name)}`,
    ...events.flatMap((event) => formatEvent(event, now)),
    'END:VCALENDAR',
  ];
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}
