import { eq } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { hasPassword } from './builtin/reads.ts';
import { refusing } from './service.ts';
import { authUsers, authVerifications } from './table.ts';

/**
 * Proves once more that an identity is its owner, before what can't be undone. One without a password
 * (Google, Firebase) is proven by its sign-in alone.
 * @throws {AppError} `wrong_credentials`
 */
export async function provePassword(
  { auth, db }: Pick<Dependencies, 'auth' | 'db'>,
  { uid, password, headers }: { uid: string; password: string; headers: Headers },
): Promise<void> {
  if (!auth || !(await hasPassword(db, uid))) return;
  await refusing(() => auth.api.verifyPassword({ body: { password }, headers }));
}

/**
 * Makes every link that waits in a letter to somebody good for nothing: after a password or an address
 * was changed, none that was sent before may undo it.
 */
export async function revokeLinks(db: Database, uid: string): Promise<void> {
  await db.delete(authVerifications).where(eq(authVerifications.userId, uid));
}

/**
 * Works in a transaction during which an account of ours can't be erased: an erasure under way is waited
 * for, a later one waits. What is written of somebody beside a foreign key to them, a letter to them
 * among it, is written in here. Resolves to null, and nothing is done, where there is no such account.
 */
export async function whileThere<T>(
  db: Database,
  uid: string,
  work: (tx: Database) => Promise<T>,
): Promise<T | null> {
  return db.transaction(async (tx) => {
    const found = await tx
      .select({ id: authUsers.id })
      .from(authUsers)
      .where(eq(authUsers.id, uid))
      .for('key share');
    return found.length > 0 ? work(tx) : null;
  });
}

/** Locks an account of ours before it is erased; resolves to the address it has, null where there is none. */
export async function lockForErasure(tx: Database, uid: string): Promise<string | null> {
  const [found] = await tx
    .select({ email: authUsers.email })
    .from(authUsers)
    .where(eq(authUsers.id, uid))
    .for('update');
  return found?.email ?? null;
}
