import { createGzip } from 'node:zlib';
import { and, eq, isNull, lt, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { PermanentJobError } from '#server/db/job-runner.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { computeBlindIndex, decrypt, encrypt } from '#server/encryption.ts';
import { lockProfileForUpdateIfExists } from '#server/features/account/writes.ts';
import { healthConsents } from '#server/features/assessment/table.ts';
import { AppError } from '#server/http/errors.ts';
import { exportPersonalDataForJob, type PersonIdentifiers } from './export-data.ts';
import { findRequestedExport } from './reads.ts';
import { dataExportParts, dataExports } from './table.ts';

const KEPT_MS = 24 * 60 * 60_000;
/** An export that was requested so long ago and is not ready has failed. */
const GIVEN_UP_MS = 30 * 60_000;
const PART_BYTES = 512 * 1024;

type Deps = Pick<Dependencies, 'db' | 'exportDb' | 'jobs' | 'secret' | 'clock'>;

interface Order {
  keys: PersonIdentifiers;
  head: Record<string, string>;
}

/**
 * Requests that an export is prepared in the background (job `prepare-export`), replacing an earlier one; does nothing
 * while one is being prepared.
 * @throws {AppError} `unauthorised` (the person was erased)
 */
export async function requestExport(deps: Deps, { keys, head }: Order, now: Date): Promise<void> {
  const { db, jobs, secret } = deps;
  await db.transaction(async (tx) => {
    // One after the other, so that of two that are asked for at once one is prepared.
    if (!(await lockProfileForUpdateIfExists(tx, keys.userId))) throw new AppError('unauthorised');
    const current = await findRequestedExport(tx, keys.userId, now);
    const isUnderWay =
      current?.readyAt === null && now.getTime() - current.askedAt.getTime() < GIVEN_UP_MS;
    if (isUnderWay) return;
    await tx.delete(dataExports).where(eq(dataExports.userId, keys.userId));
    const consentedBy = sql<string>`(select ${healthConsents.userId} from ${healthConsents} where ${healthConsents.userId} = ${keys.userId})`;
    const expiresAt = new Date(now.getTime() + KEPT_MS);
    await tx
      .insert(dataExports)
      .values({ userId: keys.userId, consentedBy, askedAt: now, expiresAt });
    const about = [keys.uid, keys.email].map((id) => computeBlindIndex(secret, id));
    await jobs.send(tx, 'prepare-export', { encrypted: encrypt(secret, { keys, head }), about });
  });
}

/**
 * Handler of the job `prepare-export`: stores the export in compressed parts and marks it ready; starts over after a
 * failed attempt.
 */
export async function runPrepareExportJob(deps: Deps, encrypted: string): Promise<void> {
  const { db, exportDb, secret, clock } = deps;
  const { keys, head } = decrypt(secret, encrypted) as Order;
  const { userId } = keys;
  const waiting = and(eq(dataExports.userId, userId), isNull(dataExports.readyAt));
  if ((await db.$count(dataExports, waiting)) === 0)
    throw new PermanentJobError('nobody waits for it any more');
  await db.delete(dataExportParts).where(eq(dataExportParts.userId, userId));
  const text = await exportPersonalDataForJob(exportDb, keys, head);
  const zipped = text.pipe(createGzip());
  text.once('error', (error) => zipped.destroy(error));
  let number = 0;
  let gathered: Buffer[] = [];
  const store = async () => {
    await db.insert(dataExportParts).values({ userId, number, bytes: Buffer.concat(gathered) });
    number += 1;
    gathered = [];
  };
  for await (const chunk of zipped as AsyncIterable<Buffer>) {
    gathered.push(chunk);
    if (gathered.reduce((sum, { length }) => sum + length, 0) >= PART_BYTES) await store();
  }
  await store();
  await db.update(dataExports).set({ readyAt: clock() }).where(waiting);
}

/** Deletes prepared exports that are older than a day. */
export async function deleteExpiredExports(db: Database, now: Date): Promise<void> {
  await db.delete(dataExports).where(lt(dataExports.expiresAt, now));
}
