import { bigint, boolean, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { buildInstantColumn, buildPrimaryIdColumn } from '#server/db/columns.ts';
import { SECURITY_EVENTS } from '#shared/rules/security-events.ts';

// The tables better-auth 1.7 expects (its "core schema"), under names of ours.

/** One row for each identity of the builtin provider; its profile is in `users`. */
export const authUsers = pgTable(
  'auth_users',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    emailVerified: boolean('email_verified').notNull().default(false),
    /**
     * The address that a person signed up with while another account held it; `email` is then a placeholder. Null for
     * an account that holds its address (claims/writes.ts).
     */
    claimedEmail: text('claimed_email'),
    /** Whether sign-in by password requires a second factor. */
    twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
    image: text('image'),
    createdAt: buildInstantColumn('created_at').notNull().defaultNow(),
    updatedAt: buildInstantColumn('updated_at').notNull().defaultNow(),
  },
  (table) => [
    unique('auth_users_email_key').on(table.email),
    index('auth_users_claimed_email_idx').on(table.claimedEmail),
  ],
);

const buildAuthUserIdColumn = () =>
  text('user_id')
    .notNull()
    .references(() => authUsers.id, { onDelete: 'cascade' });

export const authSessions = pgTable(
  'auth_sessions',
  {
    id: text('id').primaryKey(),
    userId: buildAuthUserIdColumn(),
    token: text('token').notNull(),
    expiresAt: buildInstantColumn('expires_at').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    createdAt: buildInstantColumn('created_at').notNull().defaultNow(),
    updatedAt: buildInstantColumn('updated_at').notNull().defaultNow(),
  },
  (table) => [
    unique('auth_sessions_token_key').on(table.token),
    index('auth_sessions_user_id_idx').on(table.userId),
    index('auth_sessions_expires_at_idx').on(table.expiresAt),
  ],
);

/** The ways in which an identity signs in: by password (`credential`) or with Google. */
export const authAccounts = pgTable(
  'auth_accounts',
  {
    id: text('id').primaryKey(),
    userId: buildAuthUserIdColumn(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: buildInstantColumn('access_token_expires_at'),
    refreshTokenExpiresAt: buildInstantColumn('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: buildInstantColumn('created_at').notNull().defaultNow(),
    updatedAt: buildInstantColumn('updated_at').notNull().defaultNow(),
  },
  (table) => [
    unique('auth_accounts_provider_key').on(table.providerId, table.accountId),
    index('auth_accounts_user_id_idx').on(table.userId),
  ],
);

/** The second factor of an account: the key of its authenticator app and its recovery codes, both encrypted. */
export const authTwoFactors = pgTable(
  'auth_two_factors',
  {
    id: text('id').primaryKey(),
    userId: buildAuthUserIdColumn(),
    secret: text('secret').notNull(),
    backupCodes: text('backup_codes').notNull(),
    /** Whether a code of the app was confirmed; until then no code is required. */
    verified: boolean('verified').notNull().default(true),
    failedVerificationCount: integer('failed_verification_count').notNull().default(0),
    lockedUntil: buildInstantColumn('locked_until'),
  },
  (table) => [unique('auth_two_factors_user_id_key').on(table.userId)],
);

/** A passkey (WebAuthn credential), a second factor after the password. */
export const authPasskeys = pgTable(
  'auth_passkeys',
  {
    id: buildPrimaryIdColumn(),
    userId: buildAuthUserIdColumn(),
    name: text('name').notNull(),
    /** base64url, as in browsers. */
    credentialId: text('credential_id').notNull(),
    /** The public key in COSE form, base64url. */
    publicKey: text('public_key').notNull(),
    /** Number of its signatures; 0 if the authenticator does not count them. */
    counter: bigint('counter', { mode: 'number' }).notNull(),
    transports: text('transports').array().notNull(),
    createdAt: buildInstantColumn('created_at').notNull(),
    lastUsedAt: buildInstantColumn('last_used_at'),
  },
  (table) => [
    unique('auth_passkeys_credential_id_key').on(table.credentialId),
    index('auth_passkeys_user_id_idx').on(table.userId),
  ],
);

/** Pending links and challenges; `identifier` is a hash of purpose and token. */
export const authVerifications = pgTable(
  'auth_verifications',
  {
    id: text('id').primaryKey(),
    identifier: text('identifier').notNull(),
    /**
     * The account of the link, so that it is deleted with it; null before there is one. better-auth does not use it.
     */
    userId: text('user_id').references(() => authUsers.id, { onDelete: 'cascade' }),
    value: text('value').notNull(),
    expiresAt: buildInstantColumn('expires_at').notNull(),
    createdAt: buildInstantColumn('created_at').notNull().defaultNow(),
    updatedAt: buildInstantColumn('updated_at').notNull().defaultNow(),
  },
  (table) => [
    index('auth_verifications_identifier_idx').on(table.identifier),
    index('auth_verifications_user_id_idx').on(table.userId),
    index('auth_verifications_expires_at_idx').on(table.expiresAt),
  ],
);

/** Events of an account's security; rows are only ever added, and the oldest deleted (writes.ts). */
export const securityEvents = pgTable(
  'security_events',
  {
    id: buildPrimaryIdColumn(),
    userId: buildAuthUserIdColumn(),
    at: buildInstantColumn('at').notNull(),
    kind: text('kind', { enum: SECURITY_EVENTS }).notNull(),
    device: text('device'),
  },
  (table) => [index('security_events_user_id_idx').on(table.userId, table.id)],
);
