import { lookup } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { DELIVERY_PROBLEMS } from '#shared/contract/admin-webhooks.ts';
import { isPublicAddress } from './policy.ts';

const TIMEOUT_MS = 15_000;

export interface WebhookSenderOptions {
  /** Whether http and addresses of private networks and of this machine are allowed. */
  allowsPrivateAddresses: boolean;
  /** Shorter in tests. */
  timeoutMs?: number;
}

/** What became of one try: the status that came, or why none did. */
export type WebhookOutcome = { status: number } | { problem: (typeof DELIVERY_PROBLEMS)[number] };

/** Sends webhooks; never rejects, and follows no redirect. */
export interface WebhookSender {
  /** Whether an address may be one of a webhook, as far as its text tells. */
  isAddressAllowed(url: string): boolean;
  send(url: string, headers: Record<string, string>, body: string): Promise<WebhookOutcome>;
}

class PrivateAddressError extends Error {
  override name = 'PrivateAddressError';
}

/**
 * Looks up a name and refuses one with any address that is not public. The connection is made to the addresses that were looked
 * at, so that a name cannot lead elsewhere a moment later.
 */
const lookUpPublicAddress: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, '', 0);
    const [first] = addresses;
    if (!first || addresses.some(({ address }) => !isPublicAddress(address)))
      return callback(new PrivateAddressError(), '', 0);
    if (options.all) return callback(null, addresses);
    return callback(null, first.address, first.family);
  });
};

/** Creates the client that sends webhooks. */
export function createWebhookSender({
  allowsPrivateAddresses,
  timeoutMs = TIMEOUT_MS,
}: WebhookSenderOptions): WebhookSender {
  function isAddressAllowed(url: string): boolean {
    const parsed = URL.parse(url);
    if (!parsed || parsed.username !== '' || parsed.password !== '') return false;
    if (allowsPrivateAddresses) return /^https?:$/.test(parsed.protocol);
    // An address in numbers is never looked up.
    const host = parsed.hostname.replace(/^\[(.*)\]$/, '$1');
    return parsed.protocol === 'https:' && (isIP(host) === 0 || isPublicAddress(host));
  }
  return {
    isAddressAllowed,
    async send(url, headers, body) {
      if (!isAddressAllowed(url)) return { problem: 'private_address' };
      const signal = AbortSignal.timeout(timeoutMs);
      try {
        return { status: await post(url, { headers, body, signal, allowsPrivateAddresses }) };
      } catch (error) {
        if (error instanceof PrivateAddressError) return { problem: 'private_address' };
        return { problem: signal.aborted ? 'timed_out' : 'no_answer' };
      }
    },
  };
}

interface Post {
  headers: Record<string, string>;
  body: string;
  signal: AbortSignal;
  allowsPrivateAddresses: boolean;
}

/** Sends a body; resolves to the status, without reading what else is answered. */
function post(url: string, { headers, body, signal, allowsPrivateAddresses }: Post) {
  const send = url.startsWith('https:') ? requestHttps : requestHttp;
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const options = {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
      'user-agent': 'Envol-Webhooks/1',
      ...headers,
    },
    signal,
    // A connection of its own: none that was made for another name is used again.
    agent: false,
    ...(!allowsPrivateAddresses && { lookup: lookUpPublicAddress }),
  };
  const request = send(url, options, (response) => {
    resolve(response.statusCode ?? 0);
    response.destroy();
  });
  request.on('error', reject);
  request.end(body);
  return promise;
}
