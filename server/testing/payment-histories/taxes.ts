import type { TaxSetting } from '#server/features/billing/settings/policy.ts';
import type { World } from './world.ts';

/**
 * Whatever is paid is taxed as the operator has set it: every invoice, also of a renewal, a change or another plan, says
 * what tax is in it, or none does.
 */
export function checkInvoicesAreTaxed(world: World, tax: TaxSetting): void {
  for (const actor of world.actors)
    for (const invoice of world.account.invoices.values()) {
      if (!actor.customers.has(invoice.customer) || invoice.status !== 'paid') continue;
      world.count(`an invoice is looked at for its tax (${tax.slice(0, 4)})`);
      const isTaxed = invoice.total_taxes !== null;
      if (isTaxed !== (tax !== 'none'))
        world.report(actor, 'an invoice is not taxed as it is set', invoice, tax);
    }
}
