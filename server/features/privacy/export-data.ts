import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { eq, getTableColumns, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { AppError } from '#server/http/errors.ts';
import {
  PERSONAL_TABLES,
  type PersonIdentifierKind,
  PERSONAL_TABLES_FOR_ADMINS,
} from './policy.ts';

/** The keys by which a person's rows are found in all tables. */
export type PersonIdentifiers = Record<PersonIdentifierKind, string>;

type Holding = (typeof PERSONAL_TABLES)[number];

/** Number of rows in memory at a time: few, because nothing else runs while they are written as JSON. */
const BATCH = 100;
/** For how long an export may hold its connection to the database, however slowly it is read. */
const TIMEOUT_MS = 120_000;
const RETRY_AFTER_SECONDS = 10;
/** Maximum number of exports that people read at once, per server: each holds one of the two connections for exports. */
const MAX_READERS = 1;
let readers = 0;

/** Returns whether a person may read an export from this server now; otherwise they wait for another reader. */
export const hasFreeExportSlot = (): boolean => readers < MAX_READERS;

/**
 * Streams all rows of a person as one JSON object that begins with `head`, table by table and without secrets, as of
 * one moment, to a reader who may be slow. Resolves once it has begun; a stream that fails later is destroyed before its end.
 * @throws {AppError} `too_many_requests` (another export of this person is running); `overloaded` (see `hasFreeExportSlot`)
 */
export const exportPersonalData = (
  db: Database,
  keys: PersonIdentifiers,
  head: Record<string, string>,
) => exportToReader(db, keys, head, PERSONAL_TABLES);

/** Streams a person's rows as `exportPersonalData` does, with the same refusals, but without health data. */
export const exportPersonalDataExceptHealth = (
  db: Database,
  keys: PersonIdentifiers,
  head: Record<string, string>,
) => exportToReader(db, keys, head, PERSONAL_TABLES_FOR_ADMINS);

/**
 * Streams a person's rows as `exportPersonalData` does, to a job, which reads them as fast as they come and waits for no reader.
 * @throws {AppError} `too_many_requests` (another export of this person is running)
 */
export const exportPersonalDataForJob = (
  db: Database,
  keys: PersonIdentifiers,
  head: Record<string, string>,
) => startExport(db, keys, head, PERSONAL_TABLES);

async function exportToReader(
  db: Database,
  keys: PersonIdentifiers,
  head: Record<string, string>,
  holdings: readonly Holding[],
): Promise<Readable> {
  if (!hasFreeExportSlot()) throw createRefusal('overloaded');
  readers += 1;
  return startExport(db, keys, head, holdings, () => (readers -= 1));
}

/** `onEnd` is called once its transaction is over. */
async function startExport(
  db: Database,
  keys: PersonIdentifiers,
  head: Record<string, string>,
  holdings: readonly Holding[],
  onEnd?: () => void,
): Promise<Readable> {
  const out = new PassThrough();
  // It is destroyed unread where the export is refused, and an unhandled error ends the process.
  out.on('error', () => undefined);
  const started = Promise.withResolvers<void>();
  const run = async (tx: Database) => {
    if (!(await tryToLockExport(tx, keys))) throw createRefusal('too_many_requests');
    started.resolve();
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    await pipeline(Readable.from(writeJson(tx, keys, head, holdings)), out, { signal, end: false });
  };
  void db
    .transaction(run, { isolationLevel: 'repeatable read', accessMode: 'read only' })
    .finally(onEnd)
    .then(
      // Only now, so that another export can be requested once this one was read to its end.
      () => out.end(),
      (error: Error) => {
        started.reject(error);
        // Cut off, so that no reader takes a part for the whole.
        out.destroy(error);
      },
    );
  await started.promise;
  return out;
}

function createRefusal(code: 'overloaded' | 'too_many_requests'): AppError {
  return new AppError(code, undefined, { retryAfter: RETRY_AFTER_SECONDS });
}

/** Tries to lock a person's export until the transaction ends, across servers. */
async function tryToLockExport(tx: Database, { userId }: PersonIdentifiers): Promise<boolean> {
  const key = sql`hashtextextended(${`export:${userId}`}, 0)`;
  const {
    rows: [row],
  } = await tx.execute<{ taken: boolean }>(sql`select pg_try_advisory_xact_lock(${key}) as taken`);
  return row?.taken ?? false;
}

async function* writeJson(
  tx: Database,
  keys: PersonIdentifiers,
  head: Record<string, string>,
  holdings: readonly Holding[],
) {
  yield `${JSON.stringify(head).slice(0, -1)},"tables":{`;
  for (const [index, holding] of holdings.entries()) {
    yield `${index > 0 ? ',' : ''}${JSON.stringify(holding.name)}:[`;
    let isFirst = true;
    for await (const rows of readBatches(tx, holding, keys)) {
      yield (isFirst ? '' : ',') + rows.map((row) => JSON.stringify(row)).join(',');
      isFirst = false;
    }
    yield ']';
  }
  yield '}}\n';
}

/** Reads the rows of a person in one table, by a cursor, without the secret columns. */
async function* readBatches(
  tx: Database,
  { table, column, key, secret = [] }: Holding,
  keys: PersonIdentifiers,
) {
  const told = Object.entries(getTableColumns(table)).filter(([name]) => !secret.includes(name));
  const names = sql.join(
    told.map(([, one]): SQL => sql`${one}`),
    sql`, `,
  );
  await tx.execute(
    sql`declare own_rows no scroll cursor for select ${names} from ${table} where ${eq(column, keys[key])}`,
  );
  for (;;) {
    const { rows } = await tx.execute(sql.raw(`fetch ${BATCH} from own_rows`));
    if (rows.length > 0)
      yield rows.map((row) =>
        Object.fromEntries(
          told.map(([name, one]) => {
            const value = row[one.name];
            return [name, value === null ? null : one.mapFromDriverValue(value)];
          }),
        ),
      );
    if (rows.length < BATCH) break;
  }
  await tx.execute(sql`close own_rows`);
}
