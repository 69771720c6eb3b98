import type { Database } from '#server/db/connect.ts';
import type { App } from '#server/dependencies.ts';
import { buildRateLimitKey, consumeRateLimit } from '#server/http/rate-limits.ts';
import { registerRoute } from '#server/http/route.ts';
import * as contract from '#shared/contract/admin-tokens.ts';
import { findTokenCaller, listApiTokens } from './reads.ts';
import { createApiToken, markApiTokenUsed, revokeApiToken } from './writes.ts';

const LIMIT = { limit: 300, windowMs: 60_000 };
const MINUTE_MS = 60_000;

/** Registers the routes of API tokens, and gives the authorisation of requests what it needs to know of them. */
export function apiTokenRoutes(app: App): void {
  const { db, clock } = app.dependencies;
  app.findTokenCaller = async (token) => {
    const now = clock();
    const caller = await findTokenCaller(db, token, now);
    if (!caller) return null;
    const { tokenId, lastUsedAt } = caller;
    await consumeRateLimit(db, buildRateLimitKey(app, 'api-token', tokenId), LIMIT, now);
    if (!lastUsedAt || now.getTime() - lastUsedAt.getTime() >= MINUTE_MS)
      await markApiTokenUsed(db, tokenId, now);
    return caller;
  };

  registerRoute(app, contract.listApiTokens, async (call) => ({
    tokens: await readTokens(call.db),
  }));
  registerRoute(app, contract.createApiToken, async (call) => {
    const editor = { actorId: call.user.id, now: call.now };
    const token = await createApiToken(call.db, editor, call.body);
    return { token, tokens: await readTokens(call.db) };
  });
  registerRoute(app, contract.revokeApiToken, async (call) => {
    await revokeApiToken(call.db, { actorId: call.user.id, now: call.now }, call.params.id);
    return { tokens: await readTokens(call.db) };
  });
}

async function readTokens(db: Database) {
  const tokens = await listApiTokens(db);
  return tokens.map(({ createdAt, expiresAt, lastUsedAt, ...rest }) => ({
    ...rest,
    createdAt: createdAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  }));
}
