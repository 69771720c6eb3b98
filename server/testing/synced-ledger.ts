import { removeFlightRecord, mergeFlightRecord } from '#server/features/ledger/writes.ts';
import {
  type StoredSyncedRow,
  type SyncedWriteKind,
  type SyncedWrite,
  toInstantOfMinute,
  toWriteTimeFields,
  type WriteContext,
} from './synced-kind.ts';

const RECORD = '019a0000-0000-7000-8000-00000000f117';
const RECORD_FIELDS = [
  'expected',
  'recalled',
  'forecast',
  'happened',
  'felt',
  'keep',
  'onTheWay',
  'rough',
] as const;

const NOTHING_TOLD = {
  expected: null,
  forecast: null,
  happened: null,
  felt: null,
  keep: null,
  onTheWay: null,
  rough: null,
};

const makeLedgerPart = (making: WriteContext): SyncedWrite => {
  const { minute, pick } = making;
  const flown = { id: RECORD, flightId: null, flownOn: `2026-11-0${1 + pick(9)}` };
  if (pick(3) === 0) {
    const onTheWay = [{ phase: 'climb' as const, at: '2026-11-01T10:00:00Z', fear: pick(11) }];
    const read = [{ at: '2026-11-01T10:00:00Z', lowest: 1 - pick(9) / 10, highest: 1.2 }];
    const rough = pick(2) === 0 ? read : null;
    const way = { ...NOTHING_TOLD, ...flown, onTheWay, rough, ...toWriteTimeFields(minute) };
    const says = [
      { field: 'onTheWay', value: onTheWay },
      ...(rough ? [{ field: 'rough', value: rough }] : []),
    ];
    return { minute, says, send: (db, userId) => mergeFlightRecord(db, userId, way) };
  }
  const maybe = <T>(value: T) => (pick(2) === 0 ? value : null);
  const isForecast = pick(2) === 0;
  const forecast = isForecast ? pick(11) : null;
  const expected = isForecast || pick(2) === 0 ? maybe(`expected ${pick(5)}`) : null;
  const felt = isForecast ? null : pick(11);
  const happened = isForecast ? null : maybe(`happened ${pick(5)}`);
  const keep = isForecast ? null : maybe(`keep ${pick(5)}`);
  const told = { ...NOTHING_TOLD, expected, forecast, happened, felt, keep };
  const given = { forecast, [isForecast ? 'expected' : 'recalled']: expected, happened, felt };
  const says = Object.entries(given).flatMap(([field, value]) =>
    value === null ? [] : [{ field, value }],
  );
  return {
    minute,
    says: isForecast ? says : [...says, { field: 'keep', value: keep }],
    send: (db, userId) =>
      mergeFlightRecord(db, userId, { ...flown, ...told, ...toWriteTimeFields(minute) }),
  };
};

const readRecord = ({ on_the_way: onTheWay, ...row }: StoredSyncedRow) => {
  const record: StoredSyncedRow = { ...row, onTheWay };
  return Object.fromEntries(RECORD_FIELDS.map((field) => [field, record[field]]));
};

/** A forecast, a debrief or the fear on the way. */
export const ledgerPartKind: SyncedWriteKind = {
  name: 'part of a flight in the ledger',
  tables: ['flight_records'],
  make: makeLedgerPart,
  read: readRecord,
};

/** The removal of a flight from the ledger, among what is told of it. */
export const ledgerRemovalKind: SyncedWriteKind = {
  name: 'removal from the ledger',
  tables: ['flight_records'],
  before: (making) => [makeLedgerPart(making)],
  make: (making) => {
    const { minute, pick } = making;
    if (pick(2) === 0) return makeLedgerPart(making);
    const send: SyncedWrite['send'] = (db, userId) =>
      removeFlightRecord(db, userId, RECORD, toInstantOfMinute(minute));
    return { minute, says: [], removes: [''], send };
  },
  read: readRecord,
};
