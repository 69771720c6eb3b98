import { describe, expect, it } from 'vitest';
import { FLIGHT_PHASES } from '#shared/rules/flight-phases.ts';
import en from '#web/locales/en/flight.json' with { type: 'json' };
import fr from '#web/locales/fr/flight.json' with { type: 'json' };
import { AIRCRAFT_TYPES, listPhaseNoteKeys, SEAT_SIDES, SEAT_AREAS } from './aircraft.ts';

const find = (catalogue: object, key: string) =>
  key
    .split('.')
    .reduce<unknown>(
      (node, name) => (node as Record<string, unknown> | undefined)?.[name],
      catalogue,
    );

const UNKNOWN = { aircraft: null, seat: null, side: null };

describe('what differs by the aircraft and the seat', () => {
  it.each([
    ['en', en],
    ['fr', fr],
  ])('has its words, and no words without a place (%s)', (_language, catalogue) => {
    const keys = FLIGHT_PHASES.flatMap((phase) => [
      ...AIRCRAFT_TYPES.flatMap((aircraft) => listPhaseNoteKeys({ ...UNKNOWN, aircraft }, phase)),
      ...SEAT_AREAS.flatMap((seat) => listPhaseNoteKeys({ ...UNKNOWN, seat }, phase)),
      ...SEAT_SIDES.flatMap((side) => listPhaseNoteKeys({ ...UNKNOWN, side }, phase)),
    ]);
    for (const key of keys) expect(find(catalogue, key), key).toBeTypeOf('string');
    const written = (['aircraft', 'seat', 'side'] as const).flatMap((kind) =>
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

  it('is nothing where none of them is known', () => {
    expect(FLIGHT_PHASES.flatMap((phase) => listPhaseNoteKeys(UNKNOWN, phase))).toEqual([]);
    expect(listPhaseNoteKeys({ aircraft: 'a320', seat: 'back', side: 'window' }, 'cruise')).toEqual(
      [],
    );
  });
});
