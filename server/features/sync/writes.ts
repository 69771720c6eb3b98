import { and, eq, lt } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { assertRowCapNotExceeded } from '#server/db/row-caps.ts';
import { AppError } from '#server/http/errors.ts';
import type { IdempotentRequest } from '#server/http/idempotent-route.ts';
import { idempotencyKeys } from './table.ts';

/** Longer than a device may be offline before it sends a write again. */
const KEY_LIFETIME_MS = 60 * 24 * 60 * 60_000;

/** Thrown to roll back a write whose key a concurrent request has committed meanwhile. */
class ConcurrentDelivery extends Error {}

/**
 * Runs `write` unless the idempotency key of the request is stored already, and stores the key in the same transaction,
 * so that a refused write leaves no key. Of two concurrent requests with one key, one is rolled back. Does not tell
 * whether it ran.
 * @throws conflict (the key was used for another request); and what `write` throws
 */
export async function runIdempotently(
  db: Database,
  request: IdempotentRequest,
  now: Date,
  write: (tx: Database) => Promise<unknown>,
): Promise<void> {
  if (await isDelivered(db, request)) return;
  try {
    await db.transaction(async (tx) => {
      await write(tx);
      // Last, so that it locks the profile after what the write itself locks, like every write of the person.
      const kept = await tx
        .insert(idempotencyKeys)
        .values({ ...request, createdAt: now })
        .onConflictDoNothing()
        .returning({ key: idempotencyKeys.key });
      if (kept.length === 0) throw new ConcurrentDelivery();
      await assertRowCapNotExceeded(tx, idempotencyKeys, request.userId);
    });
  } catch (error) {
    if (!(error instanceof ConcurrentDelivery)) throw error;
    await isDelivered(db, request);
  }
}

async function isDelivered(db: Database, { userId, key, route, inputHash }: IdempotentRequest) {
  const [kept] = await db
    .select()
    .from(idempotencyKeys)
    .where(and(eq(idempotencyKeys.userId, userId), eq(idempotencyKeys.key, key)));
  if (kept && (kept.route !== route || kept.inputHash !== inputHash))
    throw new AppError('conflict');
  return kept !== undefined;
}

/** Deletes the idempotency keys that are older than 60 days. */
export async function deleteOldIdempotencyKeys(db: Database, now: Date): Promise<void> {
  await db
    .delete(idempotencyKeys)
    .where(lt(idempotencyKeys.createdAt, new Date(now.getTime() - KEY_LIFETIME_MS)));
}
