import { describe, expect, it } from 'vitest';
import { FLIGHT_PHASES } from '#shared/rules/flight-phases.ts';
import en from '#web/locales/en/flight.json' with { type: 'json' };
import fr from '#web/locales/fr/flight.json' with { type: 'json' };
import { AIRCRAFT, listNotes, SEATS } from './aircraft.ts';

/** Finds a text by the path of its key. */
const find = (catalogue: object, key: string) =>
  key
    .split('.')
    .reduce<unknown>(
      (node, name) => (node as Record<string, unknown> | undefined)?.[name],
      catalogue,
    );

describe('what differs by the aircraft and the seat', () => {
  it.each([
    ['en', en],
    ['fr', fr],
  ])('has its words, and no words without a place (%s)', (_language, catalogue) => {
    const keys = FLIGHT_PHASES.flatMap((phase) => [
      ...AIRCRAFT.flatMap((aircraft) => listNotes({ aircraft, seat: null }, phase)),
      ...SEATS.flatMap((seat) => listNotes({ aircraft: null, seat }, phase)),
    ]);
    for (const key of keys) expect(find(catalogue, key), key).toBeTypeOf('string');
    const written = (['aircraft', 'seat'] as const).flatMap((kind) =>
      Object.entries(catalogue[kind]).flatMap(([name, notes]) =>
        typeof notes === 'string'
          ? []
          : Object.keys(notes)
              .filter((phase) => phase !== 'name')
              .map((phase) => `${kind}.${name}.${phase}`),
      ),
    );
    expect(written.toSorted()).toEqual(keys.map(String).toSorted());
  });

  it('is nothing where neither is known', () => {
    expect(
      FLIGHT_PHASES.flatMap((phase) => listNotes({ aircraft: null, seat: null }, phase)),
    ).toEqual([]);
    expect(listNotes({ aircraft: 'a320', seat: 'back' }, 'cruise')).toEqual([]);
  });
});
