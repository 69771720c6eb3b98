import { and, eq, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { memoizeStatement } from '#server/db/statement.ts';
import { users } from '#server/features/account/table.ts';
import { buildActivePassQuery } from '#server/features/billing/reads.ts';

const profileBySubject = memoizeStatement((db) => {
  const pass = buildActivePassQuery(db, sql.placeholder('now'), sql.placeholder('livemode'));
  return db
    .select({
      id: users.id,
      role: users.role,
      name: users.name,
      email: users.email,
      preferredLanguage: users.preferredLanguage,
      timeZone: users.timeZone,
      onboardingComplete: users.onboardingComplete,
      passTier: pass.tier,
      passEndsAt: pass.endsAt,
    })
    .from(users)
    .leftJoinLateral(pass, sql`true`)
    .where(and(eq(users.provider, 'firebase'), eq(users.subject, sql.placeholder('subject'))))
    .limit(1)
    .prepare('profile_by_firebase_subject');
});

/** The profile of a verified subject with the access it has at `now`, in one statement; null before it has one. */
export async function findFirebaseProfile(
  db: Database,
  subject: string,
  now: Date,
  livemode: boolean,
) {
  const [row] = await profileBySubject(db).execute({ subject, now: now.toISOString(), livemode });
  return row ?? null;
}
