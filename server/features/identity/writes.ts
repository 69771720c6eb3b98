import type { Dependencies } from '#server/dependencies.ts';
import { hasPassword } from './builtin/reads.ts';
import { refusing } from './service.ts';

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
