import { and, asc, desc, eq, inArray, lte } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { computeBlindIndex, decrypt, encrypt } from '#server/encryption.ts';
import { users } from '#server/features/account/table.ts';
import { findSignInSessionId } from '#server/features/identity/builtin/reads.ts';
import { isEmailConfirmed } from '#server/features/identity/claims/reads.ts';
import { queueEmailWithinLimits, renderPushNotification } from '#server/features/mail/writes.ts';
import type { PushSubscriptionInput, ReminderSettings } from '#shared/contract/reminders.ts';
import type { Language } from '#shared/rules/languages.ts';
import {
  computeNextReminderTime,
  MAX_UNOPENED_REMINDERS_IN_A_ROW,
  type ReminderKind,
} from '#shared/rules/reminders.ts';
import { signReminderToken } from './policy.ts';
import { findDueReminderKind, type ReminderRow } from './reads.ts';
import { pushSubscriptions, reminders } from './table.ts';

/** Maximum number of browsers per person; the oldest makes room. */
const MAX_BROWSERS = 5;
const BATCH = 200;
/** A reminder that is later than this, as after a stop of the server, is not sent. */
const MAX_DELAY_MS = 2 * 3_600_000;

const EMAILS = {
  practice: 'reminderPractice',
  pack: 'reminderPack',
  evening: 'reminderEvening',
} as const satisfies Record<ReminderKind, string>;
const PAGES = { practice: '/', pack: '/plan', evening: '/plan' } as const;

/**
 * Saves a person's reminder settings, computes the time of the next reminder and resets the count of unopened ones. A
 * given push subscription is added, ends with the sign-in session with the token `session`, and is taken from another person if it was theirs; beyond five the oldest is deleted.
 */
export async function saveReminderSettingsAndSubscription(
  db: Database,
  userId: string,
  {
    subscription,
    ...wishes
  }: ReminderSettings & { subscription?: PushSubscriptionInput | undefined },
  { session, now }: { session: string | null; now: Date },
): Promise<void> {
  const row = { ...wishes, unopened: 0, nextAt: computeNextReminderTime(wishes, now) };
  await db.transaction(async (tx) => {
    await tx
      .insert(reminders)
      .values({ ...row, userId })
      .onConflictDoUpdate({ target: reminders.userId, set: row });
    if (subscription) await savePushSubscription(tx, userId, subscription, { session, now });
  });
}

async function savePushSubscription(
  tx: Database,
  userId: string,
  target: PushSubscriptionInput,
  { session, now }: { session: string | null; now: Date },
) {
  const sessionId = session === null ? null : await findSignInSessionId(tx, session);
  const row = { ...target, userId, sessionId, createdAt: now };
  // The browser's previous user gets no more notifications there.
  await tx
    .insert(pushSubscriptions)
    .values(row)
    .onConflictDoUpdate({ target: pushSubscriptions.endpoint, set: row });
  const spare = await tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(desc(pushSubscriptions.createdAt))
    .offset(MAX_BROWSERS)
    .limit(MAX_BROWSERS);
  const ids = spare.map(({ id }) => id);
  if (ids.length > 0) await tx.delete(pushSubscriptions).where(inArray(pushSubscriptions.id, ids));
}

/**
 * Deletes the push subscription that a browser has ended, if it is stored with the same secret. After a sign-out only the
 * browser can tell: where Firebase signs people in, no session ends on the server.
 */
export async function deletePushSubscription(
  db: Database,
  { endpoint, auth }: Pick<PushSubscriptionInput, 'endpoint' | 'auth'>,
): Promise<void> {
  await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.endpoint, endpoint), eq(pushSubscriptions.auth, auth)));
}

/** Ends all reminders of a person, and deletes the push subscriptions. */
export async function endRemindersAndDeletePushSubscriptions(
  db: Database,
  userId: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.delete(reminders).where(eq(reminders.userId, userId));
    await tx.delete(pushSubscriptions).where(eq(pushSubscriptions.userId, userId));
  });
}

/** Records that a person opened a reminder, which resets the count of unopened ones. */
export async function recordReminderOpened(db: Database, userId: string): Promise<void> {
  await db.update(reminders).set({ unopened: 0 }).where(eq(reminders.userId, userId));
}

interface QueuedPush {
  subscriptionId: string;
  kind: ReminderKind;
  language: Language;
  userId: string;
}

/**
 * Queues the due reminders as e-mails or push notifications, each in the transaction that stores the time of the next
 * one, so that each is sent once, however many servers run. Reminders more than two hours late are skipped.
 */
export async function queueDueReminders(dependencies: Dependencies, now: Date): Promise<void> {
  const { db } = dependencies;
  // A reminder that was skipped as too late may be due again by now.
  for (let taken = 1; taken > 0;)
    taken = await db.transaction(async (tx) => {
      const due = await tx
        .select()
        .from(reminders)
        .where(lte(reminders.nextAt, now))
        .orderBy(asc(reminders.nextAt))
        .limit(BATCH)
        .for('update', { skipLocked: true });
      for (const row of due) await remind(dependencies, tx, row, now);
      return due.length;
    });
}

async function remind(
  dependencies: Dependencies,
  tx: Database,
  row: ReminderRow,
  now: Date,
): Promise<void> {
  const soonest = new Date(now.getTime() - MAX_DELAY_MS);
  const isLate = row.nextAt < soonest;
  const isResting = row.unopened >= MAX_UNOPENED_REMINDERS_IN_A_ROW;
  const kind = isLate || isResting ? null : await findDueReminderKind(tx, row);
  if (kind)
    await (row.channel === 'email' ? queueReminderEmail : queueReminderPush)(
      dependencies,
      tx,
      row,
      kind,
    );
  await tx
    .update(reminders)
    .set({
      nextAt: computeNextReminderTime(row, isLate ? soonest : row.nextAt),
      unopened: row.unopened + Number(kind !== null),
    })
    .where(eq(reminders.userId, row.userId));
}

const findPerson = async (tx: Database, userId: string) =>
  (await tx.select().from(users).where(eq(users.id, userId)))[0];

async function queueReminderEmail(
  dependencies: Dependencies,
  tx: Database,
  { userId }: ReminderRow,
  kind: ReminderKind,
): Promise<void> {
  const person = await findPerson(tx, userId);
  if (!person || !(await isEmailConfirmed(tx, person))) return;
  const { email, preferredLanguage: language, subject } = person;
  const page = `${dependencies.baseUrl}/reminders`;
  const token = signReminderToken(dependencies.secret, userId);
  const links = {
    link: `${page}#${kind}/${token}`,
    endLink: `${page}#end/${token}`,
  };
  await queueEmailWithinLimits(
    dependencies,
    tx,
    { name: EMAILS[kind], to: email, language, ...links },
    subject,
  );
}

async function queueReminderPush(
  { jobs, secret }: Dependencies,
  tx: Database,
  { userId }: ReminderRow,
  kind: ReminderKind,
): Promise<void> {
  const person = await findPerson(tx, userId);
  if (!person) return;
  const browsers = await tx
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .limit(MAX_BROWSERS);
  const about = [person.email, person.subject].map((one) => computeBlindIndex(secret, one));
  for (const { id: subscriptionId } of browsers) {
    const queued: QueuedPush = {
      subscriptionId,
      kind,
      language: person.preferredLanguage,
      userId,
    };
    await jobs.send(tx, 'push', { encrypted: encrypt(secret, queued), about });
  }
}

/**
 * Handler of the job `push`: sends one push notification to one browser, and deletes its subscription when the browser
 * no longer has it.
 */
export async function runPushJob(
  { db, push: service, secret, clock }: Dependencies,
  encrypted: string,
): Promise<void> {
  const { subscriptionId, kind, language, userId } = decrypt(secret, encrypted) as QueuedPush;
  const [target] = await db
    .select()
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.id, subscriptionId));
  if (!target) return;
  const message = JSON.stringify({
    ...(await renderPushNotification(EMAILS[kind], language)),
    page: PAGES[kind],
    token: signReminderToken(secret, userId),
  });
  if (await service.send(target, message, clock())) return;
  await db.delete(pushSubscriptions).where(eq(pushSubscriptions.id, subscriptionId));
}
