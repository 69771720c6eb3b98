import { z } from 'zod';

/**
 * Every refusal the server knows, with its status. The browser turns the code into a sentence
 * (catalogue `errors`), so that English and French come from the same refusal.
 */
export const ERROR_STATUS = {
  invalid_input: 400,
  flight_date_past: 400,
  unauthorised: 401,
  payment_declined: 402,
  identity_mismatch: 401,
  wrong_credentials: 401,
  code_required: 401,
  wrong_code: 401,
  passkey_refused: 401,
  forbidden_origin: 403,
  onboarding_required: 403,
  pass_required: 403,
  admin_required: 403,
  second_factor_required: 403,
  fresh_sign_in_needed: 403,
  email_unconfirmed: 403,
  consent_required: 403,
  invitation_needed: 403,
  sign_up_closed: 403,
  consent_renewed: 409,
  not_found: 404,
  profile_missing: 404,
  content_not_found: 404,
  program_not_found: 404,
  gift_unknown: 404,
  google_unavailable: 404,
  request_timeout: 408,
  conflict: 409,
  upload_incomplete: 409,
  other_provider: 409,
  already_active: 409,
  other_currency: 409,
  gift_used: 409,
  gift_waits: 409,
  session_has_faults: 409,
  support_closed: 409,
  too_many_questions: 409,
  program_incomplete: 409,
  assessment_incomplete: 409,
  checkout_closed: 409,
  price_changed: 409,
  renewal_pending: 409,
  consent_outdated: 409,
  too_many_flights: 409,
  too_many: 409,
  too_large: 413,
  unsupported_media: 415,
  expectation_failed: 417,
  not_a_recording: 422,
  recording_damaged: 422,
  session_published: 409,
  recording_doubtful: 409,
  recording_lost: 409,
  not_a_picture: 422,
  email_unusable: 422,
  password_too_common: 422,
  link_expired: 422,
  push_service_unknown: 422,
  too_many_requests: 429,
  too_many_messages: 429,
  headers_too_large: 431,
  server_error: 500,
  overloaded: 503,
  payments_unavailable: 503,
  payment_unanswered: 503,
  not_ready: 503,
  storage_full: 507,
} as const;

export type ErrorCode = keyof typeof ERROR_STATUS;

/** The one shape of every refusal. `fields` names what was wrong in the input, by path; with
 * `code_required` and `passkey_refused` its `passkey` is what a passkey may sign instead (`ChallengeToSign` as JSON). */
export const errorReplySchema = z.object({
  error: z.object({
    code: z.enum(Object.keys(ERROR_STATUS) as [ErrorCode, ...ErrorCode[]]),
    fields: z.record(z.string(), z.string()).optional(),
  }),
});
export type ErrorReply = z.infer<typeof errorReplySchema>;
