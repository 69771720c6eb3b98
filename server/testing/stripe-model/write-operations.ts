import { findOrRefuse, findLiveCustomerOrRefuse, StripeRefusal } from './account.ts';
import { createCheckoutSession, expireCheckoutSession } from './checkout.ts';
import { deleteCustomer, updateCustomer } from './customers.ts';
import { type FormHash, readHash, readList, readMetadata, readNumber, readText } from './form.ts';
import type { StripeOperation } from './operation.ts';
import { createRefund } from './payments.ts';
import { createCoupon, findCouponOrRefuse } from './discounts.ts';
import { createProduct, findOrCreatePrice } from './prices.ts';
import { SUBSCRIPTION_AND_PROMOTION_WRITE_OPERATIONS } from './subscription-operations.ts';
import { findSubscriptionOrRefuse } from './subscriptions.ts';
import { readTaxTerms } from './taxes.ts';
import { voidInvoiceAndDiscardUpgrade, previewUpgrade } from './upgrades.ts';

export const WRITE_OPERATIONS: Record<string, StripeOperation> = {
  ...SUBSCRIPTION_AND_PROMOTION_WRITE_OPERATIONS,
  'POST /v1/customers': {
    known: ['email', 'name', 'metadata', 'preferred_locales'],
    run: ({ account, form }) => {
      const customer = {
        ...account.make('customers', 'customer'),
        email: readText(form, 'email') ?? null,
        name: readText(form, 'name') ?? null,
        metadata: readMetadata(form),
        balance: 0,
        currency: null,
        delinquent: false,
        invoice_settings: { default_payment_method: null },
      };
      account.customers.set(customer.id, customer);
      account.emit('customer.created', customer);
      return customer;
    },
  },
  'POST /v1/customers/:id': {
    known: ['email', 'name', 'metadata'],
    run: ({ account, id, form }) => updateCustomer(account, id, form),
  },
  'DELETE /v1/customers/:id': {
    known: [],
    run: ({ account, id }) => deleteCustomer(account, id),
  },
  'POST /v1/products': {
    known: ['id', 'name', 'metadata'],
    run: ({ account, form }) => {
      const id = readText(form, 'id');
      if (id !== undefined && account.products.has(id))
        throw new StripeRefusal(400, `Product already exists: ${id}`, 'resource_already_exists');
      return findOrRefuse(account.products, createProduct(account, form), 'product');
    },
  },
  'POST /v1/products/:id': {
    known: ['active', 'name', 'metadata'],
    run: ({ account, form, id }) => {
      const product = findOrRefuse(account.products, id, 'product');
      const active = readText(form, 'active');
      if (active !== undefined) product.active = active === 'true';
      product.name = readText(form, 'name') ?? product.name;
      Object.assign(product.metadata, readMetadata(form));
      account.emit('product.updated', product);
      return product;
    },
  },
  'POST /v1/coupons': {
    known: [
      'id',
      'name',
      'metadata',
      'percent_off',
      'amount_off',
      'currency',
      'duration',
      'duration_in_months',
      'max_redemptions',
      'redeem_by',
      'applies_to',
    ],
    run: ({ account, form }) => {
      const id = readText(form, 'id');
      if (id !== undefined && account.coupons.has(id))
        throw new StripeRefusal(400, 'Coupon already exists.', 'resource_already_exists');
      return createCoupon(account, form);
    },
  },
  'POST /v1/checkout/sessions': {
    known: [
      'mode',
      'customer',
      'client_reference_id',
      'line_items',
      'metadata',
      'subscription_data',
      'payment_intent_data',
      'invoice_creation',
      'discounts',
      'success_url',
      'cancel_url',
      'expires_at',
      'locale',
      'payment_method_types',
      'allowed_payment_method_types',
      'allow_promotion_codes',
      // "Adaptive Pricing lets your customers pay in their local currency": here no buyer is abroad.
      'adaptive_pricing',
      'automatic_tax',
      'customer_update',
    ],
    run: ({ account, form }) => {
      const [line] = readList(form, 'line_items') as FormHash[];
      const [discount] = readList(form, 'discounts') as FormHash[];
      const subscriptionData = readHash(form, 'subscription_data');
      return createCheckoutSession(account, {
        mode: readText(form, 'mode') === 'payment' ? 'payment' : 'subscription',
        customer: readText(form, 'customer') ?? '',
        clientReferenceId: readText(form, 'client_reference_id') ?? null,
        price: findOrCreatePrice(account, line ?? {}),
        coupon: discount ? findCouponOrRefuse(account, discount) : null,
        metadata: readMetadata(form),
        tax: readTaxTerms(form),
        subscriptionMetadata: readMetadata(subscriptionData),
        intentMetadata: readMetadata(readHash(form, 'payment_intent_data')),
        billingMode: (readText(readHash(subscriptionData, 'billing_mode'), 'type') ?? null) as
          | 'classic'
          | null,
        hasInvoice: readText(readHash(form, 'invoice_creation'), 'enabled') === 'true',
        successUrl: readText(form, 'success_url') ?? null,
        cancelUrl: readText(form, 'cancel_url') ?? null,
        expiresAt: readNumber(form, 'expires_at') ?? null,
        methodTypes: readList(form, 'payment_method_types') as string[],
        allowsCodes: readText(form, 'allow_promotion_codes') === 'true',
      });
    },
  },
  'POST /v1/checkout/sessions/:id/expire': {
    known: [],
    run: ({ account, id }) => {
      const session = findOrRefuse(account.sessions, id, 'checkout.session');
      expireCheckoutSession(account, session);
      return session;
    },
  },
  'POST /v1/invoices/create_preview': {
    known: ['customer', 'subscription', 'subscription_details'],
    run: ({ account, form }) => {
      const details = readHash(form, 'subscription_details');
      const [item] = readList(details, 'items') as FormHash[];
      const subscription = findSubscriptionOrRefuse(account, readText(form, 'subscription') ?? '');
      const at = readNumber(details, 'proration_date') ?? account.now();
      return previewUpgrade(account, subscription, findOrCreatePrice(account, item ?? {}), at);
    },
  },
  // "Mark a finalized invoice as void. This cannot be undone" (Stripe API, Void an invoice).
  'POST /v1/invoices/:id/void': {
    known: [],
    run: ({ account, id }) => {
      const invoice = findOrRefuse(account.invoices, id, 'invoice');
      if (invoice.status !== 'open')
        throw new StripeRefusal(
          400,
          'This invoice cannot be voided: only an open invoice can.',
          'invoice_not_editable',
        );
      voidInvoiceAndDiscardUpgrade(account, invoice);
      return invoice;
    },
  },
  'POST /v1/refunds': {
    known: ['payment_intent', 'charge', 'amount', 'reason', 'metadata'],
    run: ({ account, form }) =>
      createRefund(account, {
        payment_intent: readText(form, 'payment_intent'),
        charge: readText(form, 'charge'),
        amount: readNumber(form, 'amount'),
        reason: readText(form, 'reason'),
        metadata: readMetadata(form),
      }),
  },
  'POST /v1/billing_portal/sessions': {
    known: ['customer', 'return_url', 'locale'],
    run: ({ account, form }) => {
      const customer = findLiveCustomerOrRefuse(account, readText(form, 'customer') ?? '').id;
      const base = account.make('portals', 'billing_portal.session');
      const session = {
        ...base,
        customer,
        return_url: readText(form, 'return_url') ?? null,
        url: `https://billing.stripe.com/p/session/${base.id}`,
      };
      account.portals.set(session.id, session);
      return session;
    },
  },
};
