import type { Database } from '#server/db/connect.ts';
import { queueEmail } from '#server/features/mail/writes.ts';
import { withAccountLock } from '../writes.ts';
import type { Deps } from './issue-link.ts';
import { findLanguage } from './reads.ts';

/** E-mails the owner of an account that its password was changed. */
export async function sendPasswordChanged(
  deps: Deps,
  db: Database,
  user: { id: string; email: string },
): Promise<void> {
  const language = await findLanguage(db, user.id);
  const link = `${deps.baseUrl}/auth?mode=forgot`;
  const email = { name: 'passwordChanged', to: user.email, language, link } as const;
  await withAccountLock(db, user.id, (tx) => queueEmail(deps, tx, email, user.id));
}
