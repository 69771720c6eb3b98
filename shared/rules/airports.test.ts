import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { searchAirports, parseAirports, normaliseNameForSearch } from './airports.ts';
import { isTimeZone } from './flight-date.ts';

const FOLDER = path.join(import.meta.dirname, '../../content/airports');
const text = readFileSync(path.join(FOLDER, 'airports.txt'), 'utf8');
const airports = parseAirports(text);
const codes = (typed: string) => searchAirports(airports, typed).map(({ code }) => code);
const airport = fc.constantFrom(...airports);

describe('the airports', () => {
  it('are each complete, with a zone that is known and a place on the globe', () => {
    expect(airports.length).toBeGreaterThan(3000);
    expect(new Set(airports.map(({ code }) => code)).size).toBe(airports.length);
    for (const { code, name, country, latitude, longitude, timeZone } of airports) {
      expect(code).toMatch(/^[A-Z]{3}$/);
      expect(country, code).toMatch(/^[A-Z]{2}$/);
      expect(name, code).not.toBe('');
      expect(isTimeZone(timeZone), `${code} ${timeZone}`).toBe(true);
      expect(Math.abs(latitude), code).toBeLessThanOrEqual(90);
      expect(Math.abs(longitude), code).toBeLessThanOrEqual(180);
    }
  });

  it('are in the file that the browser loads as in the one that people read', () =>
    expect(gunzipSync(readFileSync(path.join(FOLDER, 'airports.bin'))).toString()).toBe(text));
});

describe('what was typed', () => {
  it.each([
    ['cdg', 'CDG'],
    ['Paris', 'CDG'],
    ['paris orly', 'ORY'],
    ['roissy', 'CDG'],
    ['londres', 'LHR'],
    ['London heathrow', 'LHR'],
    ['geneve', 'GVA'],
    ['GENÈVE', 'GVA'],
    ['zurich', 'ZRH'],
    ['são paulo', 'CGH'],
    ['bale', 'BSL'],
    ['cote d', 'NCE'],
    ['kennedy', 'JFK'],
    ['Reykjavik', 'KEF'],
  ])('"%s" finds %s', (typed, code) => expect(codes(typed)).toContain(code));

  it('as a code puts that airport first, in any letters', () => {
    fc.assert(
      fc.property(airport, ({ code }) => {
        expect(codes(code)[0]).toBe(code);
        expect(codes(` ${code.toLowerCase()} `)[0]).toBe(code);
      }),
      { numRuns: 50 },
    );
  });

  it('finds an airport by its city and name with any accents left out', () => {
    fc.assert(
      fc.property(airport, (wanted) => {
        const typed = normaliseNameForSearch(`${wanted.city} ${wanted.name}`);
        const found = searchAirports(airports, typed, Infinity);
        expect(found.map(({ code }) => code)).toContain(wanted.code);
      }),
      { numRuns: 50 },
    );
  });

  it('never breaks it, and finds nothing in nothing', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (typed) => {
        expect(searchAirports(airports, typed).length).toBeLessThanOrEqual(6);
      }),
      { numRuns: 30 },
    );
    expect(codes('')).toEqual([]);
    expect(codes(' - ')).toEqual([]);
  });
});
