/** What an API token may be allowed: to read content, to change it, and to have it narrated. */
export const API_SCOPES = ['content:read', 'content:write', 'narration'] as const;
export type ApiScope = (typeof API_SCOPES)[number];

export const API_TOKEN_DAYS = [30, 90, 365] as const;
export const MAX_API_TOKENS = 20;
