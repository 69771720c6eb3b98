import { z } from 'zod';
import { COOKIE_WORDING_VERSION, PRIVACY_REGIONS } from '#shared/rules/cookie-consent.ts';
import { declareEndpoint } from './endpoint.ts';
import { id, instant, okReply } from './fields.ts';

const choices = {
  consentGiven: z.boolean(),
  necessaryCookies: z.literal(true),
  analyticsCookies: z.boolean(),
  marketingCookies: z.boolean(),
  functionalCookies: z.boolean(),
  userRegion: z.enum(PRIVACY_REGIONS),
};

const cookieConsent = z.object({
  ...choices,
  /** Null for a visitor. */
  userId: id.nullable(),
  /** Without its last part. */
  ipAddress: z.string(),
  consentTimestamp: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
});
export type CookieConsent = z.infer<typeof cookieConsent>;

export const saveCookieConsent = declareEndpoint({
  method: 'POST',
  path: '/api/cookie-consent',
  access: 'public',
  summary: 'Record a decision about cookies; the answer is what holds from now on',
  body: z.object({
    ...choices,
    /** Null for a visitor; a signed-in person can only send their own. */
    userId: id.nullable(),
    /** Named by the specification; the server records the address it sees, without its last part. */
    ipAddress: z.string().max(64).nullable(),
    /** When the decision ends; the server may end it sooner. */
    expiresAt: instant,
    /** Version of the text that the person read; the present one where the specification's payload does not say. */
    wording: z
      .string()
      .regex(/^[\d-]{4,16}$/)
      .default(COOKIE_WORDING_VERSION),
    /** `joined`: made on this device before signing in; if the account has another decision, the stricter one applies. */
    source: z.enum(['chosen', 'joined']).default('chosen'),
  }),
  replies: { 200: cookieConsent },
});

export const getCookieConsent = declareEndpoint({
  method: 'GET',
  path: '/api/cookie-consent/:id',
  access: 'signed_in',
  summary: "The person's own decision about cookies; 404 when there is none",
  params: z.object({ id }),
  replies: { 200: cookieConsent },
});

export const deleteCookieConsent = declareEndpoint({
  method: 'DELETE',
  path: '/api/cookie-consent/:id',
  access: 'signed_in',
  summary: "End the person's own decision about cookies, as when it expired; idempotent",
  params: z.object({ id }),
  replies: { 200: okReply },
});
