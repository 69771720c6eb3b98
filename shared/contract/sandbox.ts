import { z } from 'zod';
import { declareEndpoint } from './endpoint.ts';
import { currency, instant, buildSingleLineTextSchema, okReply, passPlan } from './fields.ts';

/** What the test cards do; no number of a card is ever sent. */
export const testCardSchema = z.enum([
  'accepted',
  'declined',
  'insufficient_funds',
  'authentication',
  'authentication_always',
  'declined_later',
  'disputed',
  'refund_fails',
]);
export type TestCard = z.infer<typeof testCardSchema>;

const sessionId = z.string().regex(/^(?:cs_test|bps)_[\da-z]{14}_\d{1,6}$/);

export const getSandboxCheckout = declareEndpoint({
  method: 'GET',
  path: '/api/sandbox/checkouts/:id',
  access: 'onboarded',
  summary: 'TEST MODE: what the page of a checkout shows',
  params: z.object({ id: sessionId }),
  replies: {
    200: z.object({
      status: z.enum(['open', 'complete', 'expired']),
      plan: passPlan,
      currency,
      /** What is charged now. */
      amountMinor: z.int(),
      /** What each later payment costs; null for what is paid once. */
      renewalMinor: z.int().nullable(),
      /** Whether it is for another person. */
      isGift: z.boolean(),
      /** Whether a promotion code can be typed on it. */
      takesCodes: z.boolean(),
    }),
  },
});

export const applySandboxCode = declareEndpoint({
  method: 'POST',
  path: '/api/sandbox/checkouts/:id/code',
  access: 'onboarded',
  summary: 'TEST MODE: type a promotion code on the page of a checkout',
  params: z.object({ id: sessionId }),
  body: z.object({ code: buildSingleLineTextSchema(40) }),
  replies: { 200: z.object({ isValid: z.boolean() }) },
});

export const paySandboxCheckout = declareEndpoint({
  method: 'POST',
  path: '/api/sandbox/checkouts/:id/pay',
  access: 'onboarded',
  summary: 'TEST MODE: pay a checkout with a test card; no money moves',
  params: z.object({ id: sessionId }),
  body: z.object({
    card: testCardSchema,
    /** The person has confirmed the payment to the bank that asked. */
    isAuthenticated: z.boolean().optional(),
  }),
  replies: {
    200: z.object({
      outcome: z.enum(['paid', 'declined', 'insufficient_funds', 'authentication']),
    }),
  },
});

export const getSandboxPortal = declareEndpoint({
  method: 'GET',
  path: '/api/sandbox/portals/:id',
  access: 'onboarded',
  summary: 'TEST MODE: what the page shows where a card is changed and invoices are found',
  params: z.object({ id: sessionId }),
  replies: {
    200: z.object({
      invoices: z.array(
        z.object({
          number: z.string(),
          at: instant,
          amountMinor: z.int(),
          /** The tax in it; null where none was computed. */
          taxMinor: z.int().nullable(),
          currency,
          isPaid: z.boolean(),
        }),
      ),
    }),
  },
});

export const changeSandboxCard = declareEndpoint({
  method: 'POST',
  path: '/api/sandbox/portals/:id/card',
  access: 'onboarded',
  summary: 'TEST MODE: use another test card from now on, and pay with it what is open',
  params: z.object({ id: sessionId }),
  body: z.object({ card: testCardSchema }),
  replies: { 200: okReply },
});

const invoiceId = z.string().regex(/^in_[\da-z]{14}_\d{1,6}$/);

export const getSandboxInvoice = declareEndpoint({
  method: 'GET',
  path: '/api/sandbox/invoices/:id',
  access: 'onboarded',
  summary: 'TEST MODE: what the page shows where a change is confirmed with the bank',
  params: z.object({ id: invoiceId }),
  replies: { 200: z.object({ isOpen: z.boolean(), amountMinor: z.int(), currency }) },
});

export const confirmSandboxInvoiceAtBank = declareEndpoint({
  method: 'POST',
  path: '/api/sandbox/invoices/:id/answer',
  access: 'onboarded',
  summary: 'TEST MODE: confirm the payment of a change to the bank, or refuse it',
  params: z.object({ id: invoiceId }),
  body: z.object({ isAuthenticated: z.boolean() }),
  replies: { 200: z.object({ isPaid: z.boolean() }) },
});
