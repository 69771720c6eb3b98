/** The events of an account's security log, which its owner can read. */
export const SECURITY_EVENTS = [
  'signed_in',
  'signed_in_new_device',
  'session_ended',
  'other_sessions_ended',
  /** Every session, by an admin. */
  'ended_by_support',
  'password_changed',
  'password_reset',
  'email_change_asked',
  'email_changed',
  'data_exported',
  'second_factor_on',
  'second_factor_off',
  'passkey_added',
  'passkey_removed',
  'recovery_code_used',
  'email_confirmed',
  /** Everything ended and reset by the owner, by the link of an e-mail about the account's security. */
  'locked',
] as const;

export type SecurityEventKind = (typeof SECURITY_EVENTS)[number];
