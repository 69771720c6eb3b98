import { lt } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { recordRateLimitUse } from '#server/db/rate-limits.ts';
import { assertRowCapNotExceeded } from '#server/db/row-caps.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { queueEmailWithinLimits } from '#server/features/mail/writes.ts';
import type { Language } from '#shared/contract/fields.ts';
import { buildSignedInLink } from '#shared/rules/own-path.ts';
import { feedback } from './table.ts';

type Deps = Pick<Dependencies, 'clock' | 'jobs' | 'secret' | 'baseUrl' | 'operatorEmail'>;

export interface FeedbackMessage {
  text: string;
  page: string;
  replyTo: string | null;
  language: Language;
}

interface Author {
  userId: string;
  uid: string;
}

/** How long messages are kept, as the privacy page says. */
const KEPT_MONTHS = 12;

/** Deletes the feedback messages that were sent more than twelve months before `now`. */
export async function deleteOldFeedback(db: Database, now: Date): Promise<void> {
  const before = new Date(now);
  before.setUTCMonth(before.getUTCMonth() - KEPT_MONTHS);
  await db.delete(feedback).where(lt(feedback.createdAt, before));
}

const DAY_MS = 24 * 60 * 60_000;
/** Of all visitors together, however many addresses a flood comes from: those beyond it are e-mailed on later days. */
const ALL_VISITORS_LIMIT = { limit: 1000, windowMs: DAY_MS };

/** Counts a visitor's message, and returns when the e-mail about it goes: now, or on the first day that has room for it. */
export async function countVisitorMessageAndFindSendingTime(
  db: Database,
  now: Date,
): Promise<Date> {
  const { used } = await recordRateLimitUse(db, 'feedback:visitors', ALL_VISITORS_LIMIT, now);
  const days = Math.floor((used - 1) / ALL_VISITORS_LIMIT.limit);
  return new Date(now.getTime() + days * DAY_MS);
}

/**
 * Stores a message to the operator and queues it as an e-mail to `operatorEmail`, unless that is null, which is
 * sent not before `sendAfter`. `author` is null for a visitor.
 * @throws too_many
 */
export async function saveFeedbackAndQueueEmail(
  deps: Deps,
  db: Database,
  author: Author | null,
  { language, ...message }: FeedbackMessage,
  sendAfter?: Date,
): Promise<void> {
  const { operatorEmail, baseUrl } = deps;
  await db.transaction(async (tx) => {
    await tx.insert(feedback).values({ userId: author?.userId ?? null, ...message });
    if (author) await assertRowCapNotExceeded(tx, feedback, author.userId);
    if (operatorEmail === null) return;
    const { text, page, replyTo } = message;
    const email = {
      name: replyTo === null ? ('message' as const) : ('messageToAnswer' as const),
      to: operatorEmail,
      language,
      link: buildSignedInLink(baseUrl, '/admin#messages'),
      values: { text, page, address: replyTo ?? '' },
      ...(replyTo !== null && { replyTo }),
    };
    await queueEmailWithinLimits(deps, tx, email, author?.uid, sendAfter);
  });
}
