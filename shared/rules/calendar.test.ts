import * as fc from 'fast-check';
import ICAL from 'ical.js';
import { describe, expect, it } from 'vitest';
import { type CalendarEvent, serialiseICalendar } from './calendar.ts';

const now = new Date('2026-11-21T12:34:56.789Z');
const practice: CalendarEvent = {
  uid: '2026-11-22.ada@envol.example',
  summary: 'Envol : 12 minutes',
  description: 'Vos séances du jour ; à l’heure qui vous convient, où que vous soyez.',
  url: 'https://envol.example/plan',
  start: { date: '2026-11-22', time: '19:00' },
  minutes: 12,
  busy: false,
  remindMinutes: 10,
};
const write = (...events: CalendarEvent[]) =>
  serialiseICalendar({ name: 'Envol', language: 'fr', events, now });

/** Read back by a parser that isn't ours. */
function read(file: string) {
  const calendar = new ICAL.Component(ICAL.parse(file) as unknown[]);
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component);
    const alarm = component.getFirstSubcomponent('valarm');
    return {
      uid: event.uid,
      summary: event.summary,
      description: event.description,
      start: event.startDate,
      seconds: event.duration.toSeconds(),
      stamp: String(component.getFirstPropertyValue('dtstamp')),
      trigger: String(alarm?.getFirstPropertyValue('trigger')),
      transparency: component.getFirstPropertyValue('transp'),
      url: component.getFirstPropertyValue('url'),
    };
  });
}

describe('a calendar file', () => {
  it('says of a practice when it is, how long, and when to remind of it', () => {
    const [event] = read(write(practice));
    expect(event).toMatchObject({
      uid: practice.uid,
      summary: practice.summary,
      description: practice.description,
      seconds: 720,
      stamp: '2026-11-21T12:34:56Z',
      trigger: '-PT10M',
      transparency: 'TRANSPARENT',
      url: practice.url,
    });
    expect(event?.start.toString()).toBe('2026-11-22T19:00:00');
    // Floating: in no zone, so that it goes where the person goes.
    expect(event?.start.zone).toBe(ICAL.Timezone.localTimezone);
  });

  it('says of a flight its instant, or its day when the time is not known', () => {
    const at = new Date('2026-12-04T17:35:00Z');
    const [timed, day] = read(
      write(
        { ...practice, start: { at }, minutes: 0, busy: true },
        { ...practice, start: { date: '2026-12-04' }, minutes: 0 },
      ),
    );
    expect(timed?.start.toJSDate()).toEqual(at);
    expect(timed?.transparency).toBe('OPAQUE');
    expect([day?.start.isDate, day?.start.toString()]).toEqual([true, '2026-12-04']);
  });

  it('gives back any words it is given, in lines of at most 75 octets that end as they must', () => {
    const words = fc.string({ unit: 'grapheme', maxLength: 200 });
    fc.assert(
      fc.property(words, words, (summary, description) => {
        const file = write({ ...practice, summary, description });
        const [event] = read(file);
        const plain = (value: string) =>
          value.replaceAll(/\r\n?/g, '\n').replaceAll(/[^\P{Cc}\n\t]/gu, '');
        expect(event?.summary ?? '').toBe(plain(summary));
        expect(event?.description ?? '').toBe(plain(description));
        const lines = file.split('\r\n');
        expect(lines.at(-1)).toBe('');
        for (const line of lines) {
          expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75);
          expect(line).not.toMatch(/[\r\n]/);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('breaks lines inside no character', () => {
    const summary = '✈️é'.repeat(60);
    for (const line of write({ ...practice, summary }).split('\r\n'))
      expect(new TextDecoder('utf-8', { fatal: true }).decode(new TextEncoder().encode(line))).toBe(
        line,
      );
    expect(read(write({ ...practice, summary }))[0]?.summary).toBe(summary);
  });

  it('is the same for the same plan at the same moment', () =>
    expect(write(practice)).toBe(write({ ...practice })));
});
