import { and, desc, eq, or } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { type ProfileEmail, isUnconfirmedAtFirebase } from '#server/features/account/reads.ts';
import { authAccounts, authUsers } from '../table.ts';

/** The most accounts that claim one address whose password is tried, the newest ones. */
export const MAX_TRIED_CLAIMS_PER_ADDRESS = 3;

const ofPassword = and(
  eq(authAccounts.userId, authUsers.id),
  eq(authAccounts.providerId, 'credential'),
);

/**
 * Lists the accounts that hold or claim an address which is not confirmed for them, newest first, with the hashes of
 * their passwords; at most three. Not one that holds it and has a second factor, from before confirmations.
 */
export async function listUnconfirmedAccounts(db: Database, email: string) {
  const address = email.toLowerCase();
  const isHolder = and(
    eq(authUsers.email, address),
    eq(authUsers.emailVerified, false),
    eq(authUsers.twoFactorEnabled, false),
  );
  return db
    .select({ uid: authUsers.id, hash: authAccounts.password })
    .from(authUsers)
    .innerJoin(authAccounts, ofPassword)
    .where(or(eq(authUsers.claimedEmail, address), isHolder))
    .orderBy(desc(authUsers.id))
    .limit(MAX_TRIED_CLAIMS_PER_ADDRESS);
}

/**
 * Lists the accounts that hold or claim an address, with the hashes of their passwords: its holder first, then the newest;
 * at most one more than `MAX_TRIED_CLAIMS_PER_ADDRESS`.
 */
export async function listAccountsHoldingOrClaimingEmail(db: Database, email: string) {
  const address = email.toLowerCase();
  return db
    .select({ uid: authUsers.id, hash: authAccounts.password })
    .from(authUsers)
    .innerJoin(authAccounts, ofPassword)
    .where(or(eq(authUsers.email, address), eq(authUsers.claimedEmail, address)))
    .orderBy(desc(eq(authUsers.email, address)), desc(authUsers.id))
    .limit(MAX_TRIED_CLAIMS_PER_ADDRESS + 1);
}

/** Returns the account that holds an address, and whether its owner confirmed it; null when there is none. */
export async function findAccountHoldingEmail(db: Database, email: string) {
  const [row] = await db
    .select({ uid: authUsers.id, isConfirmed: authUsers.emailVerified })
    .from(authUsers)
    .where(eq(authUsers.email, email.toLowerCase()))
    .limit(1);
  return row ?? null;
}

/** Whether e-mails may be sent to a profile's address: its owner confirmed it, here or at Firebase. */
export async function isEmailConfirmed(db: Database, user: ProfileEmail): Promise<boolean> {
  if (user.provider !== 'builtin') return !isUnconfirmedAtFirebase(user);
  return (await findEmailOfAccount(db, user.subject))?.isConfirmed === true;
}

/** Returns the address of an account, held or claimed, and whether its owner confirmed it; null when there is none. */
export async function findEmailOfAccount(db: Database, uid: string) {
  const [row] = await db
    .select({
      held: authUsers.email,
      claimed: authUsers.claimedEmail,
      isConfirmed: authUsers.emailVerified,
    })
    .from(authUsers)
    .where(eq(authUsers.id, uid))
    .limit(1);
  return row ? { email: row.claimed ?? row.held, isConfirmed: row.isConfirmed } : null;
}
