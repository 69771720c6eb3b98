import type { Database } from '#server/db/connect.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { blindIndex, encrypt } from '#server/encryption.ts';
import { queueEmail } from '#server/features/mail/writes.ts';
import type { Language } from '#shared/rules/languages.ts';
import type { PersonKeys } from './export-data.ts';
import { erasePerson } from './writes.ts';

type Deps = Pick<Dependencies, 'jobs' | 'secret' | 'clock' | 'externalServices'>;

/**
 * Erases a person everywhere: their rows, what is queued about them, and what external services hold. Says goodbye to their
 * address, and runs `also` in the same transaction.
 * @throws {AppError} `unauthorised` when another call erased the person
 */
export async function eraseAccount(
  deps: Deps,
  db: Database,
  { known, to, language }: { known: PersonKeys; to: string; language: Language },
  also: (tx: Database) => Promise<void> = async () => undefined,
): Promise<void> {
  const { jobs, secret, externalServices } = deps;
  await erasePerson(db, known, async (tx, keys, customerIds) => {
    const ids = [keys.uid, keys.email, known.email];
    await jobs.deleteAbout(
      tx,
      ids.map((id) => blindIndex(secret, id)),
    );
    await queueEmail(deps, tx, { name: 'erased', to, language });
    for (const customerId of customerIds)
      await jobs.send(tx, 'erase-customer', { encrypted: encrypt(secret, { customerId }) });
    for (const service of externalServices.keys())
      await jobs.send(tx, 'tell-erased', { encrypted: encrypt(secret, { service, keys }) });
    await also(tx);
  });
}
