import type { App } from '#server/dependencies.ts';
import { AppError } from '#server/http/errors.ts';
import { registerRoute } from '#server/http/route.ts';
import * as contract from '#shared/contract/sandbox.ts';
import type { Currency, PassPlan } from '#shared/contract/fields.ts';
import { listCustomerIds } from '../reads.ts';
import { readInvoiceTaxMinor } from '../tax/wire.ts';
import { FakeStripeError } from './engine/errors.ts';

/**
 * Registers the routes of the sandbox's pages, which replace Stripe's checkout and portal in the test mode, and
 * delivers the sandbox's events to this app. Without the sandbox every route refuses with not_found.
 */
export function sandboxRoutes(app: App): void {
  const { sandbox, db } = app.dependencies;
  if (sandbox) sandbox.connect((delivery) => app.inject(delivery));

  /** @throws not_found (no sandbox, or a page of another person) */
  async function checkOwner(userId: string, sessionId: string) {
    const [, key] = /_([\da-z]{14})_\d+$/.exec(sessionId) ?? [];
    const own = await listCustomerIds(db, userId);
    if (!sandbox || !own.includes(`cus_${key}`)) throw new AppError('not_found');
    return sandbox;
  }

  registerRoute(app, contract.getSandboxCheckout, async ({ params, user }) => {
    const actions = await checkOwner(user.id, params.id);
    const session = await actions.readSession(params.id);
    const isOnce = session.mode === 'payment';
    return {
      status: session.status as 'open' | 'complete' | 'expired',
      plan: (session.metadata?.plan ?? session.metadata?.['gift']) as PassPlan,
      isGift: session.metadata?.['gift'] !== undefined,
      currency: session.currency?.toUpperCase() as Currency,
      amountMinor: session.amount_total ?? 0,
      renewalMinor: isOnce ? null : session.amount_subtotal,
      takesCodes: session.allow_promotion_codes === true,
    };
  });

  registerRoute(app, contract.applySandboxCode, async ({ params, body, user }) => {
    const actions = await checkOwner(user.id, params.id);
    return actions.applyCode(params.id, body.code).then(
      () => ({ isValid: true }),
      (error: unknown) => {
        if (error instanceof FakeStripeError) return { isValid: false };
        throw error;
      },
    );
  });

  registerRoute(app, contract.paySandboxCheckout, async ({ params, body, user }) => {
    const actions = await checkOwner(user.id, params.id);
    return toOutcome(() => actions.pay(params.id, body.card, body.isAuthenticated));
  });

  registerRoute(app, contract.getSandboxPortal, async ({ params, user }) => {
    const { invoices } = await (await checkOwner(user.id, params.id)).readPortal(params.id);
    return {
      invoices: invoices.slice(0, 50).map((invoice) => ({
        number: invoice.number ?? invoice.id,
        at: new Date(invoice.created * 1000).toISOString(),
        amountMinor: invoice.total,
        taxMinor: readInvoiceTaxMinor(invoice),
        currency: invoice.currency.toUpperCase() as Currency,
        isPaid: invoice.status === 'paid',
      })),
    };
  });

  registerRoute(app, contract.changeSandboxCard, async ({ params, body, user }) => {
    const actions = await checkOwner(user.id, params.id);
    await actions.changeCard(params.id, body.card);
    return { ok: true as const };
  });

  registerRoute(app, contract.getSandboxInvoice, async ({ params, user }) => {
    const actions = await checkOwner(user.id, params.id);
    const { status, amount_due, currency } = await actions.retrieveInvoice(params.id);
    return {
      isOpen: status === 'open',
      amountMinor: amount_due,
      currency: currency.toUpperCase() as Currency,
    };
  });

  registerRoute(app, contract.confirmSandboxInvoiceAtBank, async ({ params, body, user }) => {
    const actions = await checkOwner(user.id, params.id);
    return { isPaid: await actions.answerBank(params.id, body.isAuthenticated) };
  });
}

type Outcome = 'paid' | 'declined' | 'insufficient_funds' | 'authentication';

/** A refused test card, as the sandbox throws it. */
interface Refusal {
  status?: number;
  code?: string;
  declineCode?: string;
}

/**
 * Pays at a page of the test mode and returns the outcome.
 * @throws {AppError} checkout_closed (the page is no longer open)
 */
async function toOutcome(pay: () => Promise<unknown>): Promise<{ outcome: Outcome }> {
  try {
    await pay();
    return { outcome: 'paid' };
  } catch (error) {
    const { status, code, declineCode } = error as Refusal;
    if (status === 402 && code === 'authentication_required') return { outcome: 'authentication' };
    if (status === 402)
      return { outcome: declineCode === 'insufficient_funds' ? 'insufficient_funds' : 'declined' };
    if (status === undefined) throw error;
    throw new AppError('checkout_closed', undefined, { cause: error });
  }
}
