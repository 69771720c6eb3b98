import type { FastifyRequest } from 'fastify';
import type { App } from '#server/dependencies.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import type { ApiScope } from '#shared/rules/api-scopes.ts';
import { AppError } from './errors.ts';
import type { Principal } from './identity.ts';

/** With what every API token begins, so that a leaked one is recognised, and no ID token is taken for one. */
export const API_TOKEN_PREFIX = 'envol_';
const HEADER = new RegExp(`^Bearer +(${API_TOKEN_PREFIX}[\\w-]{1,64})$`, 'i');

export interface ApiTokenCaller {
  tokenId: string;
  scopes: readonly ApiScope[];
  /** To the minute. */
  lastUsedAt: Date | null;
  principal: Principal;
}

/** Returns the API token that a request carries, valid or not; null where it carries none. */
export const readApiToken = ({ headers }: Pick<FastifyRequest, 'headers'>): string | null =>
  HEADER.exec(headers.authorization ?? '')?.[1] ?? null;

/**
 * Identifies the owner of an API token for an endpoint; the token's scopes must name the endpoint's. Whether their role
 * admits them is not checked.
 * @throws {AppError} `unauthorised` (unknown, revoked or expired); `admin_required`, with the scope that is missing;
 *   `too_many_requests`
 */
export async function identifyByApiToken(
  app: App,
  { scope }: Pick<Endpoint, 'scope'>,
  token: string,
): Promise<Principal> {
  const caller = await app.findTokenCaller(token);
  if (!caller) throw new AppError('unauthorised');
  if (!scope || !caller.scopes.includes(scope))
    throw new AppError('admin_required', { scope: scope ?? 'none' });
  return caller.principal;
}

declare module 'fastify' {
  interface FastifyInstance {
    /**
     * Finds who calls with an API token; null when it is not valid. Given by the feature that owns tokens.
     * @throws {AppError} `too_many_requests`
     */
    findTokenCaller: (token: string) => Promise<ApiTokenCaller | null>;
  }
}
