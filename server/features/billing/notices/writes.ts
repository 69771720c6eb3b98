import { and, eq, gt, isNull, lte, ne, notExists, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database } from '#server/db/connect.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { users } from '#server/features/account/table.ts';
import { queueEmailWithinLimits } from '#server/features/mail/writes.ts';
import type { IncomeChange } from '#server/features/totals/income/writes.ts';
import { runEachDespiteFailures } from '#server/run-each.ts';
import { formatAmounts } from '#shared/rules/money.ts';
import { VAT_EXEMPTION_NOTICE } from '#shared/rules/operator.ts';
import { buildSignedInLink } from '#shared/rules/own-path.ts';
import type { ComputedPass } from '../policy.ts';
import { passes } from '../table.ts';
import { computeWithdrawalHoldEnd, findPassWithdrawalDeadline } from '../withdrawal/policy.ts';
import {
  choosePassEmails,
  isEmailRequiredByLaw,
  type PassEmail,
  type PassEmailName,
  END_REMINDER_LEAD_MS,
  RENEWAL_REMINDER_LEAD_MS,
  MAX_TRIP_END_EMAIL_DELAY_MS,
} from './policy.ts';

/** What e-mailing a person about their pass needs. */
export type PassEmailDependencies = Pick<
  Dependencies,
  'jobs' | 'secret' | 'clock' | 'baseUrl' | 'operator' | 'identity'
>;

const DAY_MS = 86_400_000;

type Pass = typeof passes.$inferSelect;
type Told = Pick<
  Pass,
  | 'plan'
  | 'currency'
  | 'amountMinor'
  | 'periodEnd'
  | 'pausedUntil'
  | 'renews'
  | 'endsAt'
  | 'livemode'
  | 'returnable'
> & { taxMinor?: number | null };

/**
 * Queues an e-mail about a pass to its owner, in their language, in the transaction `tx` of the change. Does nothing for
 * a pass without a plan or currency (a granted one), when the owner's account is gone, or where the address is
 * unconfirmed, unless the law wants the e-mail.
 */
export async function queuePassEmailIfBought(
  deps: PassEmailDependencies,
  tx: Database,
  userId: string,
  pass: Told,
  told: PassEmail,
): Promise<void> {
  const { name, plan, former } = told;
  const [owner] = await tx.select().from(users).where(eq(users.id, userId)).limit(1);
  if (!owner || !pass.plan || !pass.currency) return;
  const isConfirmed = await deps.identity.isEmailConfirmed(tx, owner);
  if (!isConfirmed && !isEmailRequiredByLaw(name)) return;
  const { email: to, subject: uid, preferredLanguage: language, timeZone } = owner;
  const locale = language === 'fr' ? 'fr-FR' : 'en-GB';
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency: pass.currency });
  const day = new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeZone: timeZone ?? 'UTC',
  });
  const time = new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone: timeZone ?? 'UTC',
  });
  const formatDay = (at: Date | null) =>
    at ? day.format(at).replace(/^1(?= \p{L})/u, language === 'fr' ? '1er' : '1') : '';
  const values = {
    plan: plan ?? pass.plan,
    former: former ?? '',
    amount:
      'amounts' in told
        ? formatAmounts(told.amounts, language)
        : money.format(told.amountMinor / 100),
    renewal: money.format((pass.amountMinor ?? 0) / 100),
    ...toEmailTaxLine(deps.operator, pass.taxMinor ?? null, (minor) => money.format(minor / 100)),
    today: formatDay(deps.clock()),
    time: time.format(deps.clock()),
    name: formatContractParty(owner, isConfirmed),
    until: formatDay(pass.periodEnd),
    deadline: formatDay(findLastDay(pass)),
    accessUntil: formatDay(pass.endsAt),
    resumes: formatDay(pass.pausedUntil),
    terms: pass.renews ? 'renews' : pass.periodEnd ? 'once' : 'good',
    refundBy: formatDay(computeWithdrawalHoldEnd(deps.clock())),
    withdrawUntil: formatDay(findPassWithdrawalDeadline({ ...pass, revokedAt: null })),
  };
  const link = buildSignedInLink(deps.baseUrl, '/subscription');
  const isTest = !pass.livemode;
  await queueEmailWithinLimits(deps, tx, { name, to, language, link, values, isTest }, uid);
}

/** Names the party to a contract. A name that a stranger may have chosen is not sent to the owner of the address. */
export const formatContractParty = (
  { name, email }: { name: string; email: string },
  isConfirmed: boolean,
) => (isConfirmed ? `${name} (${email})` : email);

/** Finds the day before the next payment: the last one to stop it. */
function findLastDay({ pausedUntil, periodEnd }: Told): Date | null {
  const next = pausedUntil ?? periodEnd;
  return next && new Date(next.getTime() - DAY_MS);
}

/**
 * Returns what an e-mail says of tax: the key of its sentence, the amount that Stripe computed, and the number or the
 * sentence of an operator that charges none. An amount of 0 says that none is charged: no tax is due, or not by the
 * operator.
 */
export function toEmailTaxLine(
  { vat }: Dependencies['operator'],
  taxMinor: number | null,
  format: (minor: number) => string,
) {
  const isNumber = vat !== null && vat !== VAT_EXEMPTION_NOTICE;
  const computed = isNumber ? 'amountNumber' : 'amount';
  const said = vat === null ? 'included' : isNumber ? 'number' : 'exempt';
  const none = vat === null ? 'none' : isNumber ? 'noneNumber' : 'exempt';
  return {
    tax: taxMinor === null ? said : taxMinor === 0 ? none : computed,
    taxAmount: taxMinor === null ? '' : format(taxMinor),
    vat: vat ?? '',
  };
}

export interface PassBeforeAndAfter {
  before: Pass | undefined;
  after: ComputedPass;
}

/**
 * Queues the e-mails about changed passes, in the transaction that writes the changes. `changes` must contain all
 * passes that the customer bought, changed or not, because another open pass decides what is said about an end.
 */
export async function queuePassEmails(
  deps: PassEmailDependencies,
  tx: Database,
  { userId, livemode }: { userId: string; livemode: boolean },
  changes: readonly PassBeforeAndAfter[],
  income: readonly IncomeChange[],
): Promise<void> {
  const now = deps.clock();
  const open = changes.filter(
    ({ after: { status, isRevoked, endsAt, restored } }) =>
      (status !== 'ended' || restored) && !isRevoked && (endsAt === null || endsAt > now),
  );
  for (const change of changes) {
    const hasAnother = open.some((one) => one !== change);
    const paid = income.find(({ id }) => id === change.after.paymentRef);
    const mostRefundedMinor = paid?.mostRefundedMinor ?? 0;
    const facts = { hasAnother, mostRefundedMinor };
    for (const notice of choosePassEmails(change.before, change.after, facts))
      await queuePassEmailIfBought(deps, tx, userId, { ...change.after, livemode }, notice);
  }
}

const MAX_REMINDERS = 500;

type PeriodicDependencies = PassEmailDependencies & Pick<Dependencies, 'db' | 'payments'>;

/** E-mails every member whose yearly pass renews within six weeks, once for each renewal; at most 500 in one call. */
export function sendRenewalReminders(deps: PeriodicDependencies, now: Date): Promise<void> {
  const isDue = and(
    // Written out, so that the planner sees that the index holds them.
    sql`${passes.plan} = 'yearly' and ${passes.renews}`,
    gt(passes.periodEnd, now),
    lte(passes.periodEnd, new Date(now.getTime() + RENEWAL_REMINDER_LEAD_MS)),
  );
  return tellOfPeriods(deps, 'passRenewsSoon', isDue);
}

/**
 * E-mails every person whose pass for one trip ended within the last week, once; at most 500 in one call. The payment
 * provider sends no event for it.
 */
export function sendTripEndEmails(deps: PeriodicDependencies, now: Date): Promise<void> {
  const isDue = and(
    sql`${passes.plan} = 'trip'`,
    lte(passes.periodEnd, now),
    gt(passes.periodEnd, new Date(now.getTime() - MAX_TRIP_END_EMAIL_DELAY_MS)),
  );
  return tellOfPeriods(deps, 'passTripEnded', isDue);
}

/** E-mails every member whose paused pass goes on within a week, once; at most 500 in one call. */
export function sendPauseEndReminders(deps: PeriodicDependencies, now: Date): Promise<void> {
  const isDue = and(
    gt(passes.pausedUntil, now),
    lte(passes.pausedUntil, new Date(now.getTime() + END_REMINDER_LEAD_MS)),
    eq(passes.renews, true),
  );
  return tellOfPeriods(deps, 'passResumesSoon', isDue, passes.pausedUntil);
}

/**
 * E-mails every member whose redeemed gift ends within a week, with no other pass after it, once; at most 500 in one call.
 */
export function sendGiftEndReminders(deps: PeriodicDependencies, now: Date): Promise<void> {
  const next = alias(passes, 'next');
  const follows = deps.db
    .select({ one: sql`1` })
    .from(next)
    .where(
      and(
        eq(next.userId, passes.userId),
        isNull(next.revokedAt),
        lte(next.startsAt, passes.periodEnd),
        or(isNull(next.endsAt), gt(next.endsAt, passes.periodEnd)),
      ),
    );
  const isDue = and(
    sql`${passes.source} = 'gift'`,
    gt(passes.periodEnd, now),
    lte(passes.periodEnd, new Date(now.getTime() + END_REMINDER_LEAD_MS)),
    notExists(follows),
  );
  return tellOfPeriods(deps, 'passGiftEndsSoon', isDue);
}

/** Builds the list of a pass's reminders with one more. */
const addReminder = (of: Date | null, at: Date) =>
  sql`${passes.renewalReminders} || ${JSON.stringify([{ of: of?.toISOString(), at: at.toISOString() }])}::jsonb`;

/** E-mails the owners of matching live passes, once for each instant `of`, which is stored as the e-mail is queued. */
async function tellOfPeriods(
  deps: PeriodicDependencies,
  name: PassEmailName,
  which: SQL | undefined,
  instant: typeof passes.periodEnd | typeof passes.pausedUntil = passes.periodEnd,
): Promise<void> {
  const { db, payments } = deps;
  if (!payments) return;
  const isDue = and(
    which,
    eq(passes.status, 'live'),
    eq(passes.livemode, payments.livemode),
    isNull(passes.revokedAt),
    isNull(passes.withdrawnAt),
    or(isNull(passes.remindedOf), ne(passes.remindedOf, instant)),
  );
  const due = await db
    .select({ id: passes.id, of: instant })
    .from(passes)
    .where(isDue)
    .limit(MAX_REMINDERS);
  await runEachDespiteFailures(due, ({ id, of }) =>
    db.transaction(async (tx) => {
      const [pass] = await tx
        .update(passes)
        .set({
          remindedOf: instant,
          ...(name === 'passRenewsSoon' && { renewalReminders: addReminder(of, deps.clock()) }),
        })
        .where(and(eq(passes.id, id), isDue))
        .returning();
      if (!pass) return;
      await queuePassEmailIfBought(deps, tx, pass.userId, pass, {
        name: name === 'passRenewsSoon' && pass.nextPlan ? 'passGoesMonthly' : name,
        amountMinor: pass.amountMinor ?? 0,
      });
    }),
  );
}
