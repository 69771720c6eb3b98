import { and, desc, eq, gt, isNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { buildOwnRowsQuery, type OwnDataQuery } from '#server/db/own-data.ts';
import { users } from '#server/features/account/table.ts';
import type { CallerProfile } from '#server/http/identity.ts';
import { billingCustomers, passes } from './table.ts';
import { findPassWithdrawalDeadline } from './withdrawal/policy.ts';

/**
 * Builds the lateral subquery `active_pass` for a query of `users`: the tier of the person's best pass that is
 * active at `now`, lifetime first. Same rule as `computeEntitlement` in shared/rules; a test keeps them equal.
 */
export function buildActivePassSubquery(db: Database, now: SQL, livemode: SQL) {
  return db
    .select({ tier: passes.tier })
    .from(passes)
    .where(
      and(
        eq(passes.userId, users.id),
        // A pass that began when it was created is open, even if the clock was ahead then and has been corrected since.
        or(lte(passes.startsAt, now), lte(passes.startsAt, passes.createdAt)),
        or(isNull(passes.endsAt), gt(passes.endsAt, now)),
        isNull(passes.revokedAt),
        buildPassGivesAccessCondition(livemode),
      ),
    )
    .orderBy(sql`${passes.tier} = 'lifetime' desc`)
    .limit(1)
    .as('active_pass');
}

/**
 * Builds the columns that every identity provider selects to identify the caller of a request: their profile, their
 * active pass and their `own` rows as JSON.
 */
export const buildCallerColumns = (
  pass: ReturnType<typeof buildActivePassSubquery>,
  own: OwnDataQuery<unknown> | undefined,
) => ({
  id: users.id,
  role: users.role,
  name: users.name,
  email: users.email,
  preferredLanguage: users.preferredLanguage,
  timeZone: users.timeZone,
  onboardingComplete: users.onboardingComplete,
  passTier: pass.tier,
  own: own?.select ?? sql`null`,
});

type CallerRow = Omit<CallerProfile, 'hasActiveAccess' | 'tier'> & {
  passTier: CallerProfile['tier'] | null;
};

/**
 * Converts a row with the columns of `buildCallerColumns` to the caller of a request: their profile and active pass.
 * Admins and editors have access without a pass, so that the first gets in before anything is on sale.
 */
export const toCallerProfile = ({ passTier, ...profile }: CallerRow): CallerProfile => ({
  ...profile,
  hasActiveAccess: passTier !== null || profile.role !== 'member',
  tier: passTier ?? 'free',
});

/**
 * Builds the SQL condition that a pass gives access in this payment mode: in live mode (`livemode`), passes bought in
 * test mode do not.
 */
export const buildPassGivesAccessCondition = (livemode: SQL | boolean) =>
  sql`(${passes.livemode} or ${passes.source} = 'grant' or not ${livemode})`;

/** Lists the latest 100 passes of a person, ended and revoked ones included, the newest first. */
export function listPasses(db: Database, userId: string) {
  return db
    .select()
    .from(passes)
    .where(eq(passes.userId, userId))
    .orderBy(desc(passes.createdAt))
    .limit(100);
}

/**
 * Lists a person's ids at the payment providers, the newest first, at most 10; `livemode` limits them to the live mode
 * (true) or the test mode (false).
 */
export async function listCustomerIds(
  db: Database,
  userId: string,
  livemode?: boolean,
): Promise<string[]> {
  const rows = await db
    .select({ id: billingCustomers.id })
    .from(billingCustomers)
    .where(
      and(
        eq(billingCustomers.userId, userId),
        livemode === undefined ? undefined : eq(billingCustomers.livemode, livemode),
      ),
    )
    .orderBy(desc(billingCustomers.createdAt))
    .limit(10);
  return rows.map(({ id }) => id);
}

/**
 * Returns the payment provider's customer id that an event is about if it is stored here, found by that id or else by a
 * payment; null for a customer that we do not know.
 */
export async function findKnownCustomerId(
  db: Database,
  { customerId, paymentRef }: { customerId: string | null; paymentRef: string | null },
): Promise<string | null> {
  if (customerId !== null) {
    const [row] = await db
      .select({ id: billingCustomers.id })
      .from(billingCustomers)
      .where(eq(billingCustomers.id, customerId))
      .limit(1);
    return row?.id ?? null;
  }
  if (paymentRef === null) return null;
  const [row] = await db
    .select({ id: passes.customerId })
    .from(passes)
    .where(eq(passes.paymentRef, paymentRef))
    .limit(1);
  return row?.id ?? null;
}

/** Returns a pass of a person, active or not; null when there is none or it is another person's. */
export async function findPass(db: Database, userId: string, passId: string) {
  const [row] = await db
    .select()
    .from(passes)
    .where(and(eq(passes.id, passId), eq(passes.userId, userId)))
    .limit(1);
  return row ?? null;
}

type PassChoice = Pick<
  typeof passes.$inferSelect,
  'tier' | 'source' | 'status' | 'startsAt' | 'createdAt' | 'endsAt'
>;

/**
 * Chooses the pass to show to a person at `now`, with `isActive`, from those that are not revoked, in the order of
 * `showsFirst`. Of several active ones: a lifetime pass that was bought, then a subscription (so that they can end it),
 * then lifetime first and the latest end. With none active, a subscription whose payment failed; else null.
 */
export function choosePassToShow<Pass extends PassChoice>(all: readonly Pass[], now: Date) {
  const active = all.filter(
    ({ startsAt, createdAt, endsAt }) =>
      (startsAt <= now || startsAt <= createdAt) && (endsAt === null || endsAt > now),
  );
  const best =
    active.find(({ tier, source }) => tier === 'lifetime' && source === 'purchase') ??
    active.find(({ source, status }) => source === 'subscription' && status !== 'ended') ??
    active[0];
  const found = best ?? all.find(({ status }) => status === 'past_due');
  return found ? { ...found, isActive: found === best } : null;
}

const buildShowablePassCondition = (livemode: SQL | boolean) =>
  sql`${passes.revokedAt} is null and ${buildPassGivesAccessCondition(livemode)}`;
const showsFirst = sql`${passes.tier} = 'lifetime' desc, ${passes.endsAt} desc nulls first`;
const MAX_PASSES = 100;

/**
 * Returns the pass to show to a person at `now`: as `choosePassToShow` does, else a subscription that will charge again
 * though its last payment was given back; null without one.
 */
export async function findPassToShow(db: Database, userId: string, now: Date, livemode: boolean) {
  return (await readPassOverview(db, userId, now, livemode)).pass;
}

/**
 * Returns the pass to show to a person (findPassToShow), their other subscriptions that will charge again, whatever else
 * they have (`alsoCharging`), what else gives access and can be withdrawn from (`alsoWithdrawable`), and whether they have ever
 * paid (`hasReceipts`).
 */
export async function readPassOverview(db: Database, userId: string, now: Date, livemode: boolean) {
  const all = await db
    .select()
    .from(passes)
    .where(and(eq(passes.userId, userId), buildPassGivesAccessCondition(livemode)))
    .orderBy(showsFirst)
    .limit(MAX_PASSES);
  const hasReceipts = all.some(({ paymentRef }) => paymentRef !== null);
  const shown = choosePassToShow(
    all.filter(({ revokedAt }) => revokedAt === null),
    now,
  );
  const each = all.map((pass) => ({
    ...pass,
    isActive: pass.revokedAt === null && (pass.endsAt === null || pass.endsAt > now),
  }));
  const charging = each.filter(willCharge);
  const pass = shown ?? charging[0] ?? null;
  const others = each.filter(({ id }) => id !== pass?.id);
  return {
    pass,
    alsoCharging: others.filter(willCharge),
    alsoWithdrawable: others.filter((one) => !willCharge(one) && isWithdrawable(one, now)),
    hasReceipts,
  };
}

/** Whether a pass gives access, and its owner can still withdraw from it. */
const isWithdrawable = (
  pass: typeof passes.$inferSelect & { isActive: boolean },
  now: Date,
): boolean => {
  const until = findPassWithdrawalDeadline(pass);
  return pass.isActive && pass.withdrawnAt === null && until !== null && now < until;
};

/** Returns whether a subscription will be charged again unless it is ended. */
const willCharge = ({
  source,
  status,
  renews,
}: Pick<typeof passes.$inferSelect, 'source' | 'status' | 'renews'>): boolean =>
  source === 'subscription' && (status === 'past_due' || (status === 'live' && renews === true));

/** Own rows: what `choosePassToShow` and `toPassSummary` need of the caller's passes. */
export const ownPassesQuery = buildOwnRowsQuery(
  {
    plan: passes.plan,
    tier: passes.tier,
    source: passes.source,
    status: passes.status,
    startsAt: passes.startsAt,
    createdAt: passes.createdAt,
    endsAt: passes.endsAt,
    periodEnd: passes.periodEnd,
    paidUntil: passes.paidUntil,
    renews: passes.renews,
    pausedUntil: passes.pausedUntil,
  },
  sql`from ${passes} where ${passes.userId} = ${users.id}
    and ${buildShowablePassCondition(sql`${sql.placeholder('livemode')}::boolean`)}
    order by ${showsFirst} limit ${sql.raw(String(MAX_PASSES))}`,
);

/** Returns when a person's purchases were last read from the payment provider; null if never. */
export async function findCustomerSyncTime(db: Database, userId: string): Promise<Date | null> {
  const [row] = await db
    .select({ at: billingCustomers.syncedAt })
    .from(billingCustomers)
    .where(eq(billingCustomers.userId, userId))
    .orderBy(sql`${billingCustomers.syncedAt} desc nulls last`)
    .limit(1);
  return row?.at ?? null;
}

/** Locks the buyer's profile row until the transaction ends, so that one person's purchases are serialised. */
export async function lockBuyerProfile(tx: Database, userId: string): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
}
