import type { Database } from '#server/db/connect.ts';
import type { Language } from '#shared/contract/fields.ts';
import { waitlist } from './table.ts';

/** Keeps an address on the waiting list; one that is there already stays as it is. */
export async function joinWaitlist(db: Database, email: string, language: Language) {
  await db
    .insert(waitlist)
    .values({ email: email.toLowerCase(), language })
    .onConflictDoNothing({ target: waitlist.email });
}
