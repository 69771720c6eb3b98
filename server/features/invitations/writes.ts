import type { Database } from '#server/db/connect.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { writeAuditEntry } from '#server/features/audit/writes.ts';
import { sendInvitation } from '#server/features/identity/builtin/sign-up.ts';
import { takeWaitlistEntries, type WaitlistChoice } from '#server/features/waitlist/writes.ts';
import type { Language } from '#shared/rules/languages.ts';

type Deps = Pick<Dependencies, 'auth' | 'jobs' | 'secret' | 'baseUrl' | 'clock' | 'signUp'>;

/** The id of an admin; null on the command line. */
type Actor = string | null;

/**
 * Queues an e-mail that invites one address, with an audit entry; resolves to the link, or to null, sending nothing,
 * when the address has an account.
 */
export async function inviteByEmail(
  deps: Deps,
  db: Database,
  person: { email: string; language: Language },
  actorId: Actor,
): Promise<string | null> {
  return db.transaction(async (tx) => {
    const link = await sendInvitation(deps, tx, person);
    if (link !== null) await recordInvitations(tx, deps, { actorId, count: 1, from: 'address' });
    return link;
  });
}

/**
 * Invites people of the waitlist, each in their language, and deletes their entries, because one message was promised; those
 * who have an account by now are only deleted, and people on no list are left out. Writes one audit entry; resolves to the
 * number invited.
 */
export async function inviteFromWaitlistAndDeleteEntries(
  deps: Deps,
  db: Database,
  chosen: WaitlistChoice,
  actorId: Actor,
): Promise<number> {
  return db.transaction(async (tx) => {
    let count = 0;
    for (const person of await takeWaitlistEntries(tx, chosen))
      if ((await sendInvitation(deps, tx, person)) !== null) count++;
    if (count > 0) await recordInvitations(tx, deps, { actorId, count, from: 'waitlist' });
    return count;
  });
}

function recordInvitations(
  tx: Database,
  { clock }: Deps,
  { actorId, ...details }: { actorId: Actor; count: number; from: 'address' | 'waitlist' },
): Promise<void> {
  const by = actorId === null ? 'command line' : 'admin';
  return writeAuditEntry(tx, { at: clock(), actorId, by, action: 'invitation.send', details });
}
