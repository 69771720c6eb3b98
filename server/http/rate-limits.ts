import { createHmac } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Database } from '#server/db/connect.ts';
import {
  recordRateLimitUse,
  deleteRateLimitCounters,
  extendRateLimitWindow,
  findRateLimitResetIfUsedUp,
  MAX_WINDOW_EXTENSION_MS,
  type RateLimit,
} from '#server/db/rate-limits.ts';
import type { App } from '#server/dependencies.ts';
import { AppError } from './errors.ts';

/**
 * Builds the key under which the uses of the rate limit `name` are counted, with a keyed hash (HMAC) of a value that
 * must not be stored in clear, such as an IP or e-mail address.
 */
export function buildRateLimitKey(app: App, name: string, value: string): string {
  const { secret } = app.dependencies;
  const hash = createHmac('sha256', secret).update(`${name}:${value}`).digest('base64url');
  return `${name}:${hash.slice(0, 22)}`;
}

/** Builds the key under which the uses of the rate limit `name` are counted for the client address of a request. */
export function buildClientRateLimitKey(request: FastifyRequest, name: string): string {
  return buildRateLimitKey(request.server, name, normaliseClientAddress(request));
}

/**
 * Normalises a client's IP address for counting its requests: IPv4 unchanged, IPv6 reduced to its /64 network, because
 * one subscriber has all its addresses.
 */
export function normaliseClientAddress({ ip }: Pick<FastifyRequest, 'ip'>): string {
  // Asked with every request: an IPv4 address, which has no colon, is spared the patterns.
  if (!ip.includes(':')) return ip.toLowerCase();
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, '').toLowerCase();
  return isIPv6(address) ? toIpv6Network(address) : address;
}

/** Returns whether an address normalised by `normaliseClientAddress` is loopback. */
export function isLoopbackAddress(client: string): boolean {
  return client.startsWith('127.') ? isIPv4(client) : client === '0:0:0:0';
}

function toIpv6Network(address: string): string {
  const [head = '', tail] = address.replace(/%.*$/, '').split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - before.length - after.length);
  return [...before, ...Array<string>(zeros).fill('0'), ...after]
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/**
 * Counts one use of a rate limit; refuses when the limit is exceeded. The key is made by `buildClientRateLimitKey` or
 * `buildRateLimitKey`.
 * @throws {AppError} `too_many_requests`, with the seconds to wait
 */
export async function consumeRateLimit(
  db: Database,
  key: string,
  rule: RateLimit,
  now: Date,
): Promise<void> {
  const { allowed, resetsAt } = await recordRateLimitUse(db, key, rule, now);
  if (!allowed) throw createTooManyRequestsError(resetsAt, now);
}

/**
 * Counts one use of the rate limit `name` by the client address of a request; refuses when the limit is exceeded.
 * @throws {AppError} `too_many_requests`, with the seconds to wait
 */
export const consumeClientRateLimit = (
  { request, db, now }: { request: FastifyRequest; db: Database; now: Date },
  name: string,
  rule: RateLimit,
): Promise<void> => consumeRateLimit(db, buildClientRateLimitKey(request, name), rule, now);

/**
 * Refuses while a rate limit is used up, without counting a use: for limits on failures, which are counted only after
 * they happened.
 * @throws {AppError} `too_many_requests`, with the seconds to wait
 */
export async function assertRateLimitNotUsedUp(
  db: Database,
  key: string,
  rule: RateLimit,
  now: Date,
): Promise<void> {
  const until = await findRateLimitResetIfUsedUp(db, key, rule, now);
  if (until) throw createTooManyRequestsError(until, now);
}

const STRIKES_WINDOW_MS = 24 * 60 * 60_000;
const getStrikesKey = (key: string) => `${key}:strikes`;

/**
 * Counts one use of a limit as `consumeRateLimit` does. Each time the limit is exceeded within a day, the wait doubles,
 * from one window up to an hour.
 * @throws {AppError} `too_many_requests`, with the seconds to wait
 */
export async function consumeRateLimitWithBackoff(
  db: Database,
  key: string,
  rule: RateLimit,
  now: Date,
): Promise<void> {
  const { allowed, used, resetsAt } = await recordRateLimitUse(db, key, rule, now);
  if (allowed) return;
  // Only one call sees the first number over the limit, however many come at once.
  if (used !== rule.limit + 1) throw createTooManyRequestsError(resetsAt, now);
  const strikes = await recordRateLimitUse(
    db,
    getStrikesKey(key),
    { limit: Infinity, windowMs: STRIKES_WINDOW_MS },
    now,
  );
  const pause = Math.min(rule.windowMs * 2 ** (strikes.used - 1), MAX_WINDOW_EXTENSION_MS);
  const until = new Date(now.getTime() + pause);
  await extendRateLimitWindow(db, key, until);
  throw createTooManyRequestsError(until > resetsAt ? until : resetsAt, now);
}

/** Resets the counter of a rate limit's key, and its back-off, after a success. */
export async function resetRateLimit(db: Database, key: string): Promise<void> {
  await deleteRateLimitCounters(db, [key, getStrikesKey(key)]);
}

/** Creates (does not throw) the error `too_many_requests`, with the seconds from `now` to `until`, at least 1. */
export function createTooManyRequestsError(until: Date, now: Date): AppError {
  const retryAfter = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000));
  return new AppError('too_many_requests', undefined, { retryAfter });
}
