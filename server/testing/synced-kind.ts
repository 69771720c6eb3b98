import type { Database } from '#server/db/connect.ts';

/** The instant at which every write arrives; all were made in the hour before. */
export const WRITES_ARRIVED_AT = new Date('2026-11-21T12:00:00Z');

/** A stored row as JSON, without its owner and time of arrival. */
export type StoredSyncedRow = Record<string, unknown>;

/** A write of a device: how to send it, and which value it gives to which field. */
export interface SyncedWrite {
  minute: number;
  send: (db: Database, userId: string) => Promise<unknown>;
  says: { field: string; value: unknown }[];
  /** Prefixes of the fields that it removes, as far as they were written by then. */
  removes?: string[];
}

/** What a random write is made from. */
export interface WriteContext {
  minute: number;
  /** A whole number from 0 (included) to `below` (excluded). */
  pick: (below: number) => number;
  newId: () => string;
  contentId: string;
  programId: string;
  /** Ids of the items that the device knows; its own writes may add to them. */
  known: string[];
}

/** A kind of write that devices sync: how to make a random one, and where it is stored. */
export interface SyncedWriteKind {
  name: string;
  /** Writes that both devices have before they diverge; fills `known`. */
  before?: (making: WriteContext) => SyncedWrite[];
  make: (making: WriteContext) => SyncedWrite;
  tables: readonly string[];
  /** Returns the fields that a stored row holds; null means absent. */
  read: (row: StoredSyncedRow, table: string) => Record<string, unknown>;
}

/** The instant of a minute of the hour before everything arrives. */
export const toInstantOfMinute = (minute: number) =>
  new Date(WRITES_ARRIVED_AT.getTime() - (60 - minute) * 60_000);
export const toWriteTimeFields = (minute: number) => ({
  writtenAt: toInstantOfMinute(minute),
  datedOnArrival: false,
});
