import { type Actor } from './actor.ts';
import { setRenewalInApp } from './pass-changes.ts';
import { listComingCollections } from './planned-charges.ts';
import type { World } from './world.ts';

/** How many times a person tries to end what charges. */
const PATIENCE = 3;

/**
 * At the end, each person who will be charged stops it in the app: "whatever will charge is shown and can be ended by its
 * owner".
 */
export async function endAllChargesInApp(world: World, actor: Actor): Promise<void> {
  // Nothing goes wrong any more with the calls to Stripe.
  actor.plan = { ...actor.plan, hasFaults: false };
  if (actor.isErased) return;
  for (let tries = 0; tries < PATIENCE; tries++) {
    if (listComingCollections(world.account, actor).length === 0) return;
    await setRenewalInApp(world, actor, false);
  }
}

/** Neither a renewal nor an invoice that Stripe would try again is left. */
export function checkAllChargesEnded(world: World, actor: Actor): void {
  const left = listComingCollections(world.account, actor);
  if (left.length > 0 && !actor.isErased)
    world.report(actor, 'what charges cannot be ended in the app', null, left);
}

/** No person has two customers with one address: what is done about one would leave the other as it is. */
export function checkOneCustomer({ account, report }: World, actor: Actor): void {
  const alive = [...actor.customers].flatMap((id) => {
    const customer = account.customers.get(id);
    return customer && !customer.deleted ? [customer] : [];
  });
  const addresses = new Set(alive.map(({ email }) => email));
  if (alive.length > addresses.size)
    report(actor, 'has two customers at Stripe with one address', alive, null);
}
