import { and, eq } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { authPasskeys } from '../table.ts';

export const MAX_PASSKEYS_PER_ACCOUNT = 10;

const { id, name, createdAt, lastUsedAt, credentialId, transports } = authPasskeys;

/** Lists the passkeys of an identity, as its owner sees them, the oldest first. */
export async function listPasskeys(db: Database, uid: string) {
  return db
    .select({ id, name, createdAt, lastUsedAt })
    .from(authPasskeys)
    .where(eq(authPasskeys.userId, uid))
    .orderBy(id)
    .limit(MAX_PASSKEYS_PER_ACCOUNT);
}

/** Lists the passkeys of an identity as a browser needs them, the oldest first: credential ids and transports. */
export async function listPasskeyCredentials(db: Database, uid: string) {
  return db
    .select({ id: credentialId, transports })
    .from(authPasskeys)
    .where(eq(authPasskeys.userId, uid))
    .orderBy(id)
    .limit(MAX_PASSKEYS_PER_ACCOUNT);
}

/** Returns a passkey of an identity, with its public key and counter, by its credential id; null when there is none. */
export async function findPasskey(db: Database, uid: string, credential: string) {
  const [row] = await db
    .select()
    .from(authPasskeys)
    .where(and(eq(authPasskeys.userId, uid), eq(credentialId, credential)))
    .limit(1);
  return row ?? null;
}
