import type { App } from '#server/dependencies.ts';
import { findBuiltinUserIdByEmail } from '#server/features/account/reads.ts';
import { writeAuditEntry } from '#server/features/audit/writes.ts';
import { AppError } from '#server/http/errors.ts';
import { registerRoute } from '#server/http/route.ts';
import * as contract from '#shared/contract/admin.ts';
import { parseStoredEmail } from './policy.ts';
import {
  parseRecipient,
  hideEmailSecrets,
  listStoredEmails,
  MAX_LISTED_EMAILS,
  readStoredEmail,
} from './service.ts';

/**
 * Registers the routes by which admins list and read stored (unsent) e-mails. Reading one is audited, and shows
 * no secret of its links.
 */
export function storedEmailRoutes(app: App): void {
  const { mailFolder } = app.dependencies.files;

  registerRoute(app, contract.listStoredEmails, async () => {
    const emails = await listStoredEmails(mailFolder, MAX_LISTED_EMAILS);
    return { emails: emails.map(({ id, keptAt }) => ({ id, keptAt: keptAt.toISOString() })) };
  });

  registerRoute(app, contract.getStoredEmail, async ({ params, user, db, now }) => {
    const message = await readStoredEmail(mailFolder, params.id);
    if (message === null) throw new AppError('not_found');
    // It is a person's, so the read is recorded first: who read whose. It is shown to the owner.
    const to = parseRecipient(message);
    const subjectId = to && (await findBuiltinUserIdByEmail(db, to));
    const details = { email: params.id, hasAccount: subjectId !== null };
    const entry = { action: 'email.read', subjectId, details } as const;
    await writeAuditEntry(db, { at: now, actorId: user.id, by: 'admin', ...entry });
    const shown = hideEmailSecrets(message);
    return { to: to ?? '', ...parseStoredEmail(shown), message: shown };
  });
}
