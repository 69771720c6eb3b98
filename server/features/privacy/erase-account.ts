import type { Database } from '#server/db/connect.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { computeBlindIndex, encrypt } from '#server/encryption.ts';
import { endSubscriptionSpansOfPerson } from '#server/features/totals/recurring/writes.ts';
import { queueCustomerErasure } from '#server/features/billing/erase-customer.ts';
import { queueEmailWithinLimits } from '#server/features/mail/writes.ts';
import type { Language } from '#shared/rules/languages.ts';
import type { PersonIdentifiers } from './export-data.ts';
import { erasePersonRows } from './writes.ts';

type Deps = Pick<Dependencies, 'jobs' | 'secret' | 'clock' | 'externalServices'>;

/**
 * Erases a person: deletes their rows and queued jobs in one transaction, in which `inSameTransaction` runs, and queues jobs that
 * erase them at the payment provider and other external services, and an e-mail of confirmation to `to`; none where that is null.
 * @throws {AppError} `unauthorised` (another call erased the person already)
 */
export async function eraseAccount(
  deps: Deps,
  db: Database,
  { known, to, language }: { known: PersonIdentifiers; to: string | null; language: Language },
  inSameTransaction: (tx: Database) => Promise<void> = async () => undefined,
): Promise<void> {
  const { jobs, secret, externalServices } = deps;
  await erasePersonRows(db, known, async (tx, keys, erasable) => {
    const ids = [keys.uid, keys.email, known.email];
    await jobs.deleteAbout(
      tx,
      ids.map((id) => computeBlindIndex(secret, id)),
    );
    if (to !== null) await queueEmailWithinLimits(deps, tx, { name: 'erased', to, language });
    await queueCustomerErasure(deps, tx, erasable);
    await endSubscriptionSpansOfPerson(tx, keys.userId, deps.clock());
    for (const service of externalServices.keys())
      await jobs.send(tx, 'tell-erased', { encrypted: encrypt(secret, { service, keys }) });
    await inSameTransaction(tx);
  });
}
