import type { Database } from '#server/db/connect.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { findUser } from '#server/features/account/reads.ts';
import { isEmailConfirmed } from '#server/features/identity/claims/reads.ts';
import {
  queueSecurityEmailWithLockLink,
  type SecurityEmailName,
} from '#server/features/identity/builtin/send-security-email.ts';

/** What this server tells a person whom Firebase signs in; Firebase tells the rest. */
export interface SecurityEmailOccasion {
  userId: string;
  name: Extract<SecurityEmailName, 'newDevice' | 'twoStepOn' | 'twoStepOff' | 'recoveryCodeUsed'>;
  device: string | null;
  now: Date;
}

/** Queues an e-mail about security, with a link that locks the account; none to an unconfirmed address. */
export async function queueFirebaseSecurityEmail(
  deps: Pick<Dependencies, 'secret' | 'baseUrl' | 'jobs' | 'clock'>,
  tx: Database,
  { userId, ...occasion }: SecurityEmailOccasion,
): Promise<void> {
  const profile = await findUser(tx, userId);
  if (!profile || !(await isEmailConfirmed(tx, profile))) return;
  const { subject: uid, email: to } = profile;
  await queueSecurityEmailWithLockLink(deps, tx, { ...occasion, uid, to, profile });
}
