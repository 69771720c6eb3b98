import type { ApiScope } from '#shared/rules/api-scopes.ts';

/** The keys of the scopes' names: in a key, a colon would separate the catalogue. */
export const API_SCOPE_NAME_KEYS = {
  'content:read': 'read',
  'content:write': 'write',
  narration: 'narration',
} as const satisfies Record<ApiScope, string>;
