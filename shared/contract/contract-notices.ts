import { z } from 'zod';
import { declareEndpoint } from './endpoint.ts';
import {
  email,
  id,
  instant,
  language,
  buildSingleLineTextSchema,
  buildTextSchema,
} from './fields.ts';

/**
 * What a notice declares: the end of the contract with its paid time, the withdrawal from it, or leaving a year that
 * renewed without a reminder in time.
 */
const noticeKind = z.enum(['end', 'withdraw', 'leave']);
export type ContractNoticeKind = z.infer<typeof noticeKind>;

export const sendContractNotice = declareEndpoint({
  method: 'POST',
  path: '/api/contract-notices',
  access: 'public',
  summary:
    'End a contract, or withdraw from it; signed in or not. The confirmation is sent by email',
  body: z.object({
    kind: noticeKind,
    name: buildSingleLineTextSchema(200),
    email,
    /** What the sender knows of the order, such as the number of a receipt. */
    reference: buildSingleLineTextSchema(200).nullable(),
    /** The pass that the page named, for a signed-in person. */
    passId: id.nullable(),
    reason: buildTextSchema(500).optional(),
    /**
     * Whether it is a visitor's although an account is signed in: the app is locked, and a stranger may hold the phone.
     */
    isVisitor: z.boolean().optional(),
    language,
  }),
  replies: {
    200: z.object({
      receivedAt: instant,
      /**
       * What was done at once; `recorded` for every visitor, so that the reply does not tell whether there is an
       * account.
       */
      effect: z.enum(['ends', 'withdrawn', 'left', 'recorded']),
      /** Until when the pass is valid, where it `ends`. */
      endsAt: instant.nullable(),
      /** By when the money goes back at the latest, where a repeated withdrawal is looked at first. */
      refundBy: instant.nullable(),
    }),
  },
});
