import { getSubscriptionIdOfInvoice } from '../stripe-model/invoices.ts';
import type { Invoice } from '../stripe-model/objects.ts';
import type { Actor } from './actor.ts';
import { listInvoicedPeriods } from './charge-status.ts';
import { computePlannedCharge, findNextPrice, getPlanOfPrice } from './planned-charges.ts';
import { DAY_MS } from './times.ts';
import type { World } from './world.ts';

/** When a reminder counts, in days before the renewal: "at the earliest three months and at the latest one month" (L215-1). */
const EARLIEST = 89;
const LATEST = 31;

/**
 * A person who pays a year is reminded before it renews, neither too early nor too late (Code de la consommation,
 * L215-1).
 */
export function scheduleReminderCheck(world: World, actor: Actor, invoice: Invoice): void {
  const { account, site } = world;
  const subscription = account.subscriptions.get(getSubscriptionIdOfInvoice(invoice) ?? '');
  const end = Math.max(...listInvoicedPeriods(invoice).map((period) => period.end));
  if (!subscription || end * 1000 < world.now() + 300 * DAY_MS) return;
  const before = site.emails.length;
  const isRenewing = () => {
    const charge = computePlannedCharge(account, subscription, actor.pauses);
    return charge?.at === end && getPlanOfPrice(findNextPrice(account, subscription)) === 'yearly';
  };
  const countReminders = () =>
    site.emails
      .slice(before)
      .filter(({ to, subject }) => to === actor.own.email && subject.includes('pass renews on'))
      .length;
  world.at(end * 1000 - EARLIEST * DAY_MS, () => {
    if (countReminders() > 0) world.report(actor, 'reminded too early', null, { end });
  });
  world.at(end * 1000 - LATEST * DAY_MS, () => {
    if (actor.isErased || !isRenewing()) return;
    world.count('a reminder is looked at');
    if (countReminders() === 0) world.report(actor, 'not reminded in time', null, { end });
  });
}
