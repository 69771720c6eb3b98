import { parseStoredEmail } from './policy.ts';
import {
  hideEmailSecrets,
  listStoredEmails,
  MAX_LISTED_EMAILS,
  parseRecipient,
  readStoredEmail,
} from './service.ts';

/**
 * Finds stored e-mails in whose recipient, subject or text `isWanted` finds what it looks for, the newest first, at most `limit`.
 * It is shown no secret of theirs.
 */
export async function findStoredEmails(
  mailFolder: string,
  isWanted: (text: string) => boolean,
  limit: number,
) {
  const found = [];
  for (const { id, keptAt } of await listStoredEmails(mailFolder, MAX_LISTED_EMAILS)) {
    if (found.length === limit) break;
    const message = hideEmailSecrets((await readStoredEmail(mailFolder, id)) ?? '');
    const { subject, text } = parseStoredEmail(message);
    if (isWanted(`${parseRecipient(message) ?? ''}\n${subject}\n${text}`))
      found.push({ id, keptAt, subject });
  }
  return found;
}
