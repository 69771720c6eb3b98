import { sql } from 'drizzle-orm';
import { check, index, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { buildInstantColumn, buildPrimaryIdColumn } from '#server/db/columns.ts';
import { buildUserIdColumn } from '#server/features/account/table.ts';
import { API_SCOPES } from '#shared/rules/api-scopes.ts';

/** Tokens by which programs call the studio as the admin who made them, within their scopes, until they expire. */
export const apiTokens = pgTable(
  'api_tokens',
  {
    id: buildPrimaryIdColumn(),
    userId: buildUserIdColumn(),
    name: text('name').notNull(),
    tokenHash: text('token_hash').notNull(),
    scopes: text('scopes', { enum: API_SCOPES }).array().notNull(),
    createdAt: buildInstantColumn('created_at').notNull(),
    expiresAt: buildInstantColumn('expires_at').notNull(),
    /** To the minute; null while it was never used. */
    lastUsedAt: buildInstantColumn('last_used_at'),
  },
  (table) => [
    unique('api_tokens_token_hash_key').on(table.tokenHash),
    index('api_tokens_user_id_idx').on(table.userId),
    index('api_tokens_expires_at_idx').on(table.expiresAt),
    check(
      'api_tokens_scopes_check',
      sql`${table.scopes} <@ array['content:read', 'content:write', 'narration']`,
    ),
  ],
);
