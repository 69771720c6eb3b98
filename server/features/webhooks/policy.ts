import { createHmac, randomBytes } from 'node:crypto';
import { isIP } from 'node:net';
import { JOB_KINDS } from '#server/db/jobs.ts';
import { createNetworkMatcher } from '#server/networks.ts';

/** Every network that is not the public internet (IANA's registries of special-purpose addresses). */
const isSpecial = createNetworkMatcher([
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16'],
  ...['172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
]);
/** Global unicast; whatever is outside, such as ::1, fc00::/7, fe80::/10 and ::ffff:0:0/96, is not. */
const isGlobal = createNetworkMatcher(['2000::/3']);
/** Parts of it that are for documentation, or carry an IPv4 address (Teredo, 6to4), which may be anything. */
const isSpecialGlobal = createNetworkMatcher([
  ...['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'],
]);

/** Returns whether an IP address is one of the public internet. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address);
  if (version === 4) return !isSpecial(address);
  if (version !== 6) return false;
  // An address of IPv4 on an IPv6 socket.
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1];
  if (mapped) return !isSpecial(mapped);
  return isGlobal(address) && !isSpecialGlobal(address);
}

/** After so many tries a delivery has failed. */
export const MAX_TRIES = JOB_KINDS.webhook.retryLimit + 1;

const SECRET_PREFIX = 'whsec_';

export const createWebhookSecret = (): string =>
  `${SECRET_PREFIX}${randomBytes(32).toString('base64')}`;

/** What is signed and sent. */
interface Message {
  id: string;
  /** When it is sent: receivers refuse what was sent long ago, which an attacker may have recorded. */
  sentAt: Date;
  body: string;
}

/**
 * Builds the headers that sign a message by the Standard Webhooks scheme
 * (https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md).
 */
export function signWebhook(secret: string, { id, sentAt, body }: Message): Record<string, string> {
  const seconds = Math.floor(sentAt.getTime() / 1000);
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  const signature = createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(seconds),
    'webhook-signature': `v1,${signature}`,
  };
}
