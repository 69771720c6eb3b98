import { describe, expect, it } from 'vitest';
import type { Flight } from '#shared/contract/flights.ts';
import { REHEARSAL_DOSES } from '#shared/rules/rehearsal-dose.ts';
import type { LadderAttempt, LadderStep } from '#web/features/ladder/model.ts';
import {
  formatRecordedFlight,
  findLedgerPromptToShow,
  findHighestFear,
  listFlightsWithFeltFear,
  listRehearsalFearComparisons,
  type FlightRecord,
  pickEditedRecordPart,
  listPastFlightRecords,
  findOrBuildFlightRecord,
  mergeEditedRecordPart,
} from './model.ts';

const NOW = new Date('2026-11-21T10:00:00Z');
const NOBODY = new Set<string>();
const flight = (id: string, departsOn: string, departsAt: string | null = null): Flight => ({
  id,
  kind: 'outbound',
  departsOn,
  departsAt,
  timeZone: 'Europe/Paris',
  fromAirport: null,
  toAirport: null,
  number: null,
});
const told = (id: string, departsOn: string): FlightRecord => ({
  ...findOrBuildFlightRecord(flight(id, departsOn), []),
  happened: 'A bump',
  felt: 4,
});

describe('the dashboard', () => {
  it('asks for the debrief of a flight once its day is over where it left from', () => {
    const flights = [flight('a', '2026-11-20')];
    expect(findLedgerPromptToShow(flights, [], NOBODY, NOW)?.kind).toBe('debrief');
    expect(findLedgerPromptToShow(flights, [told('a', '2026-11-20')], NOBODY, NOW)).toBeNull();
    expect(findLedgerPromptToShow([flight('a', '2026-11-21')], [], NOBODY, NOW)?.kind).toBe(
      'forecast',
    );
  });

  it('asks for the debrief of a flight that left this morning, then for the forecast of this evening', () => {
    const evening = new Date('2026-11-21T15:50:00Z');
    const out = flight('out', '2026-11-21', '06:30');
    const back = flight('back', '2026-11-21', '20:00');
    expect(findLedgerPromptToShow([out, back], [], NOBODY, evening)).toMatchObject({
      kind: 'debrief',
      record: { id: 'out' },
    });
    expect(
      findLedgerPromptToShow([out, back], [told('out', '2026-11-21')], NOBODY, evening),
    ).toMatchObject({
      kind: 'forecast',
      record: { id: 'back' },
    });
    expect(listPastFlightRecords([out, back], [], evening).map(({ id }) => id)).toEqual(['out']);
  });

  it('does not ask again for what was declined, nor for what is long past', () => {
    expect(findLedgerPromptToShow([flight('a', '2026-11-20')], [], new Set(['a']), NOW)).toBeNull();
    expect(findLedgerPromptToShow([flight('a', '2026-10-01')], [], NOBODY, NOW)).toBeNull();
  });

  it('asks for a forecast in the last days, with earlier flights beside it', () => {
    const next = flight('b', '2026-11-25');
    expect(findLedgerPromptToShow([flight('b', '2026-12-25')], [], NOBODY, NOW)).toBeNull();
    expect(findLedgerPromptToShow([next], [told('a', '2026-03-01')], NOBODY, NOW)).toMatchObject({
      kind: 'forecast',
      record: { id: 'b', forecast: null },
      earlier: [{ id: 'a' }],
    });
    const forecast = { ...findOrBuildFlightRecord(next, []), expected: 'Panic', forecast: 9 };
    expect(findLedgerPromptToShow([next], [forecast], NOBODY, NOW)).toBeNull();
  });
});

describe('the ledger', () => {
  it('tells flights that have passed, and what outlived its flight', () => {
    const flights = [flight('a', '2026-11-20'), flight('b', '2026-11-25')];
    const records = [told('gone', '2026-01-05'), findOrBuildFlightRecord(flights[1]!, [])];
    expect(listPastFlightRecords(flights, records, NOW).map(({ id }) => id)).toEqual(['a', 'gone']);
    const onTheWay = [{ phase: 'climb' as const, at: NOW.toISOString(), fear: 3 }];
    const landed = [{ ...records[1]!, onTheWay }];
    expect(listPastFlightRecords(flights, landed, NOW).map(({ id }) => id)).toEqual(['b', 'a']);
    const rough = [{ at: NOW.toISOString(), lowest: 0.9, highest: 1.2 }];
    const shaken = [{ ...records[1]!, rough }];
    expect(listPastFlightRecords(flights, shaken, NOW).map(({ id }) => id)).toEqual(['b', 'a']);
  });

  it('names a flight by its day, its time and its route, as far as they are known', () => {
    const one = { ...flight('a', '2026-11-20', '06:30'), fromAirport: 'CDG', toAirport: 'NCE' };
    const record = findOrBuildFlightRecord(one, []);
    const about = 'Friday 20 November 2026~· 06:30~·~CDG~→~NCE'.replaceAll('~', '\u00a0');
    expect(formatRecordedFlight(record, [one], 'en')).toBe(about);
    expect(formatRecordedFlight(record, [], 'en')).toBe('Friday 20 November 2026');
  });

  it('sends the half that was told and leaves the other to whoever wrote it', () => {
    const whole = { ...told('a', '2026-11-20'), expected: 'Panic', forecast: 9 };
    expect(pickEditedRecordPart(whole, 'forecast')).toMatchObject({
      forecast: 9,
      happened: null,
      felt: null,
    });
    expect(pickEditedRecordPart(whole, 'debrief')).toMatchObject({
      expected: null,
      forecast: null,
      felt: 4,
    });
    const afterwards = { ...whole, forecast: null };
    expect(pickEditedRecordPart(afterwards, 'debrief')).toEqual(afterwards);
    const onTheWay = [{ phase: 'climb' as const, at: NOW.toISOString(), fear: 7 }];
    const way = pickEditedRecordPart({ ...whole, onTheWay }, 'on_the_way');
    expect(way).toMatchObject({ onTheWay, forecast: null, happened: null, keep: null });
    expect(pickEditedRecordPart({ ...whole, onTheWay }, 'debrief').onTheWay).toBeNull();
    const merged = mergeEditedRecordPart({ flights: [whole] }, way).flights;
    expect(merged).toEqual([{ ...whole, onTheWay }]);
    const rough = [{ at: NOW.toISOString(), lowest: 0.9, highest: 1.2 }];
    const read = pickEditedRecordPart({ ...whole, rough }, 'on_the_way');
    expect(mergeEditedRecordPart({ flights: merged }, read).flights).toEqual([
      { ...whole, onTheWay, rough },
    ]);
    expect(pickEditedRecordPart({ ...whole, rough }, 'debrief').rough).toBeNull();
  });

  it('measures each flight by what was told of it, else by the fear on the way, the earliest first', () => {
    const way = (fear: number) => ({ phase: 'climb' as const, at: NOW.toISOString(), fear });
    const onTheWay = [way(3), way(8), way(8)];
    const records = [
      { ...told('late', '2026-11-20'), forecast: 9, onTheWay },
      { ...findOrBuildFlightRecord(flight('early', '2026-01-05'), []), onTheWay },
      findOrBuildFlightRecord(flight('untold', '2026-02-01'), []),
    ];
    expect(listFlightsWithFeltFear(records)).toEqual([
      { id: 'early', flownOn: '2026-01-05', forecast: null, felt: 8 },
      { id: 'late', flownOn: '2026-11-20', forecast: 9, felt: 4 },
    ]);
    expect(findHighestFear(onTheWay)).toBe(onTheWay[1]);
    expect(findHighestFear([])).toBeNull();
  });

  it('keeps one record a flight', () => {
    const once = mergeEditedRecordPart(
      { flights: [] },
      findOrBuildFlightRecord(flight('a', '2026-11-20'), []),
    );
    const twice = mergeEditedRecordPart(once, told('a', '2026-11-20'));
    expect(twice.flights).toEqual([told('a', '2026-11-20')]);
  });
});

it('rehearsals are measured in their order, where it is known what was expected of them', () => {
  const tell = (id: string, startedAt: string, rehearsed: boolean): LadderAttempt => ({
    id,
    stepId: 's',
    startedAt,
    setting: 'home_alone',
    expected: 'It',
    sure: 50,
    before: 3,
    outcome: {
      highest: 5,
      after: 2,
      happened: 'It',
      learned: 'This',
      ...(rehearsed && {
        rehearsal: {
          dose: REHEARSAL_DOSES.gate,
          lasted: 60,
          forecast: 8,
          curve: [],
          sureNext: null,
        },
      }),
    },
  });
  const step = { id: 's', area: 'fear_heights', material: 'rehearsal.gate', words: null } as const;
  const open = { ...tell('c', '2026-11-03', true), outcome: null };
  const attempts = [tell('a', '2026-11-02', true), tell('b', '2026-11-02', false), open];
  const other: LadderStep = { ...step, id: 't', attempts: [tell('d', '2026-11-01', true)] };
  const found = listRehearsalFearComparisons([{ ...step, attempts }, other]);
  expect(found.map(({ id, forecast, felt }) => [id, forecast, felt])).toEqual([
    ['d', 8, 5],
    ['a', 8, 5],
  ]);
});
