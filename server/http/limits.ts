import { createHmac } from 'node:crypto';
import { isIPv4, isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Database } from '#server/db/connect.ts';
import { countUse, deleteExpired, forget, prolong, type Rule } from '#server/db/limits.ts';
import type { App } from '#server/dependencies.ts';
import { AppError } from './errors.ts';

const SWEEP_MS = 10 * 60_000;

/** A key for what must not be stored in clear (an address, an e-mail): the name and a keyed hash. */
export function limitKey(app: App, name: string, value: string): string {
  const { secret } = app.dependencies;
  const hash = createHmac('sha256', secret).update(`${name}:${value}`).digest('base64url');
  return `${name}:${hash.slice(0, 22)}`;
}

/** The key under which one client's uses of something are counted. */
export function clientKey(request: FastifyRequest, name: string): string {
  return limitKey(request.server, name, clientOf(request));
}

/** What counts as one client: an IPv4 address, or the /64 network one IPv6 subscriber gets. */
export function clientOf({ ip }: Pick<FastifyRequest, 'ip'>): string {
  const address = ip.replace(/^::ffff:(?=\d+\.)/i, '').toLowerCase();
  return isIPv6(address) ? networkOf(address) : address;
}

/** Whether a client of `clientOf` is this machine itself. */
export function isLoopback(client: string): boolean {
  return isIPv4(client) ? client.startsWith('127.') : client === '0:0:0:0';
}

function networkOf(address: string): string {
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
 * Counts one use against a key made by `clientKey` or `limitKey`.
 * @throws {AppError} `too_many_requests`, with the seconds to wait.
 */
export async function consume(db: Database, key: string, rule: Rule, now: Date): Promise<void> {
  const { allowed, resetsAt } = await countUse(db, key, rule, now);
  if (!allowed) throw tooMany(resetsAt, now);
}

const LONGEST_PAUSE_MS = 60 * 60_000;
const MEMORY_MS = 24 * 60 * 60_000;
const strikesOf = (key: string) => `${key}:strikes`;

/**
 * Like `consume`, with pauses that grow: each time the limit is passed within a day, the wait is twice
 * the one before, from one window to an hour.
 * @throws {AppError} `too_many_requests`, with the seconds to wait.
 */
export async function consumeWithPauses(
  db: Database,
  key: string,
  rule: Rule,
  now: Date,
): Promise<void> {
  const { allowed, used, resetsAt } = await countUse(db, key, rule, now);
  if (allowed) return;
  // Only one call sees the first number over the limit, however many come at once.
  if (used !== rule.limit + 1) throw tooMany(resetsAt, now);
  const strikes = await countUse(db, strikesOf(key), { limit: Infinity, windowMs: MEMORY_MS }, now);
  const pause = Math.min(rule.windowMs * 2 ** (strikes.used - 1), LONGEST_PAUSE_MS);
  const until = new Date(now.getTime() + pause);
  await prolong(db, key, until);
  throw tooMany(until > resetsAt ? until : resetsAt, now);
}

/** Forgets the uses and the pauses of a key: what was tried has succeeded. */
export async function forgive(db: Database, key: string): Promise<void> {
  await forget(db, [key, strikesOf(key)]);
}

/** The refusal of a caller who is to wait until an instant. */
export function tooMany(until: Date, now: Date): AppError {
  const retryAfter = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1000));
  return new AppError('too_many_requests', undefined, { retryAfter });
}

/** Deletes ended counters every ten minutes; the timer keeps no process alive. */
export function sweepLimits(app: App): void {
  const { db, clock } = app.dependencies;
  const timer = setInterval(() => {
    deleteExpired(db, clock()).catch(() => app.log.warn('counters were not swept'));
  }, SWEEP_MS).unref();
  app.addHook('onClose', (_app, done) => {
    clearInterval(timer);
    done();
  });
}
