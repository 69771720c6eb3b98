import type { z } from 'zod';
import type { ApiScope } from '#shared/rules/api-scopes.ts';
import type { AccessLevel } from '#shared/rules/route-table.ts';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** One endpoint of the API: access, input and every successful reply. */
export interface Endpoint {
  method: HttpMethod;
  path: `/${string}`;
  /** The access that it requires, checked before the handler runs. */
  access: AccessLevel;
  /** What an API token must be allowed to call it; without one, no token opens it. */
  scope?: ApiScope;
  /** Only within some minutes of a sign-in (FRESH_SIGN_IN_MINUTES); later refused with `fresh_sign_in_needed`. */
  fresh?: true;
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** Successful replies by status. Failures are the same everywhere: see `errorReplySchema`. */
  replies: Partial<Record<200 | 201 | 202 | 204, z.ZodType>>;
}

/**
 * Declares an endpoint of the API: returns the declaration unchanged, with its literal types, from which client and
 * handlers are typed. Registers nothing.
 */
export function declareEndpoint<const E extends Endpoint>(declaration: E): E {
  return declaration;
}
