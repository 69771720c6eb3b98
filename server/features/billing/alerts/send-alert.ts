import type { Database } from '#server/db/connect.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { users } from '#server/features/account/table.ts';
import { saveFeedbackAndQueueEmail } from '#server/features/feedback/writes.ts';
import { type OperatorAlertName, renderOperatorAlert } from '#server/features/mail/writes.ts';
import type { Language } from '#shared/contract/fields.ts';
import { eq } from 'drizzle-orm';
import { billingEvents } from '../table.ts';

/** The type of a row that says that the operator was told of something. */
export const OPERATOR_ALERTED_EVENT_TYPE = 'told';

export type AlertDependencies = Pick<
  Dependencies,
  'clock' | 'jobs' | 'secret' | 'baseUrl' | 'operatorEmail'
>;

/** Something that the operator must know; `key` names it, so that it is told once. */
export interface OperatorAlert {
  key: string;
  name: OperatorAlertName;
  /** Values of the text; instants and amounts of money are written in the operator's language. */
  values: Record<string, string | Date | { minor: number; currency: string }>;
}

/** Tells the operator something, once, in the transaction `tx`: as a message in the studio, which is e-mailed too. */
export async function sendOperatorAlertOnce(
  deps: AlertDependencies,
  tx: Database,
  { key, name, values }: OperatorAlert,
): Promise<void> {
  const [first] = await tx
    .insert(billingEvents)
    .values({ id: `told:${key}`, type: OPERATOR_ALERTED_EVENT_TYPE, receivedAt: deps.clock() })
    .onConflictDoNothing()
    .returning({ id: billingEvents.id });
  if (!first) return;
  const language = await findOperatorLanguage(tx);
  const text = await renderOperatorAlert(name, language, toWords(values, language));
  await saveFeedbackAndQueueEmail(deps, tx, null, {
    text,
    page: '/admin',
    replyTo: null,
    language,
  });
}

function toWords(values: OperatorAlert['values'], language: Language): Record<string, string> {
  const locale = language === 'fr' ? 'fr-FR' : 'en-GB';
  const day = new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: 'UTC',
  });
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      if (typeof value === 'string') return [name, value];
      if (value instanceof Date) return [name, `${day.format(value)} UTC`];
      const { minor, currency } = value;
      const money = new Intl.NumberFormat(locale, { style: 'currency', currency });
      return [name, money.format(minor / 100)];
    }),
  );
}

/** Returns the language of the admin who was first. */
async function findOperatorLanguage(db: Database): Promise<Language> {
  const [row] = await db
    .select({ language: users.preferredLanguage })
    .from(users)
    .where(eq(users.role, 'admin'))
    .orderBy(users.createdAt)
    .limit(1);
  return row?.language ?? 'en';
}
