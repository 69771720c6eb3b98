import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { recordRateLimitUse } from '#server/db/rate-limits.ts';
import { setEmailIfProfileExists } from '#server/features/account/writes.ts';
import { AppError } from '#server/http/errors.ts';
import { assignEmailToProvenOwner } from '../claims/writes.ts';
import { removeAllPasskeys, turnOffSecondFactorAndCheckIfOn } from '../passkeys/writes.ts';
import { authAccounts } from '../table.ts';
import {
  endAllSignInSessionsAndApiTokens,
  lockEmailAddress,
  recordSecurityEvent,
  revokeUnusedLinks,
  runIfAccountExists,
} from '../writes.ts';
import { createLinkToken, type EmailSignInDeps, HOUR_MS } from './issue-link.ts';
import { readAccountLockToken } from './send-security-email.ts';

const ONCE = { limit: 1, windowMs: 8 * 24 * HOUR_MS };

/**
 * Locks an account by the link of an e-mail about its security, for an owner who did not do what it tells of: ends every
 * session and pending link, makes the password useless, removes the second factor, and gives back the address that the
 * e-mail was sent to. Resolves to the token of a link that sets a new password, and that address.
 * @throws {AppError} link_expired (also used before, or another account has confirmed the address since)
 */
export async function lockAccountAndCreateResetToken(
  deps: EmailSignInDeps,
  db: Database,
  sealed: string,
  now: Date,
) {
  const { uid, email } = readAccountLockToken(deps.secret, sealed, now);
  const token = await runIfAccountExists(db, uid, async (tx) => {
    const hash = createHash('sha256').update(sealed).digest('base64url');
    if (!(await recordRateLimitUse(tx, `lock:${hash}`, ONCE, now)).allowed)
      throw new AppError('link_expired');
    await lockEmailAddress(tx, email);
    await assignEmailToProvenOwner(tx, uid, email);
    await setEmailIfProfileExists(tx, { provider: 'builtin', subject: uid }, email);
    await endAllSignInSessionsAndApiTokens(tx, uid);
    await revokeUnusedLinks(tx, uid);
    await tx
      .update(authAccounts)
      .set({ password: null })
      .where(and(eq(authAccounts.userId, uid), eq(authAccounts.providerId, 'credential')));
    await deleteSecondFactors(tx, uid, now);
    await recordSecurityEvent(tx, { uid, kind: 'locked', device: null, now });
    return createLinkToken(tx, {
      purpose: 'reset-password',
      value: uid,
      lifetimeMs: HOUR_MS,
      uid,
    });
  });
  if (token === null) throw new AppError('link_expired');
  return { token, email };
}

/** Removes every second factor of an account, also one that was never confirmed. The caller provides the transaction. */
export async function deleteSecondFactors(tx: Database, uid: string, now: Date): Promise<void> {
  await turnOffSecondFactorAndCheckIfOn(tx, uid, now);
  await removeAllPasskeys(tx, uid);
}
