import { eq, or, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { hasPassword } from './builtin/reads.ts';
import { refusing } from './service.ts';
import { authVerifications } from './table.ts';

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
 * was changed, none that was sent before may undo it. A reset holds the uid itself, a change of address
 * holds it beside others.
 */
export async function revokeLinks(db: Database, uid: string): Promise<void> {
  await db
    .delete(authVerifications)
    .where(
      or(
        eq(authVerifications.value, uid),
        sql`position(${`"uid":"${uid}"`} in ${authVerifications.value}) > 0`,
      ),
    );
}
