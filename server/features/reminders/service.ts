import { createECDH, type ECDH, randomBytes } from 'node:crypto';
import { importJWK, SignJWT } from 'jose';
import { PermanentJobError } from '#server/db/job-runner.ts';
import { toPrivateJwk } from '#server/private-jwk.ts';
import type { PushSubscriptionInput } from '#shared/contract/reminders.ts';
import { deriveVapidKeys, encryptPushMessage, isPushServiceUrl } from './policy.ts';

const VAPID_HOURS = 12;
const TIMEOUT_MS = 10_000;
/**
 * How long a push service keeps a message for a browser that is offline: a morning reminder is useless in the evening.
 */
const KEPT_SECONDS = 4 * 3600;
const GONE: ReadonlySet<number> = new Set([404, 410]);
const LATER: ReadonlySet<number> = new Set([408, 425, 429]);

export interface PushService {
  /** The server's public key, with which browsers subscribe. */
  publicKey: string;
  accepts: (endpoint: string) => boolean;
  /**
   * Sends a message; resolves to false when the subscription no longer exists.
   * @throws {PermanentJobError} when the push service refuses it for good; {Error} when it may accept it later
   */
  send: (target: PushSubscriptionInput, message: string, now: Date) => Promise<boolean>;
}

/** Creates the client that sends push notifications through browsers' push services; `accepts` is replaced in tests. */
export function createPushService({
  secret,
  contact,
  accepts = isPushServiceUrl,
}: {
  secret: string;
  /** An address of this server's operator, which push services require. */
  contact: string;
  accepts?: PushService['accepts'];
}): PushService {
  const vapid = deriveVapidKeys(secret);
  return {
    publicKey: vapid.getPublicKey('base64url'),
    accepts,
    async send(target, message, now) {
      const keys = createECDH('prime256v1');
      keys.generateKeys();
      const { endpoint } = target;
      const body = encryptPushMessage(message, target, { keys, salt: randomBytes(16) });
      const response = await fetch(endpoint, {
        method: 'POST',
        headers: {
          authorization: await buildVapidHeader(vapid, { endpoint, contact, now }),
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          ttl: String(KEPT_SECONDS),
        },
        body: new Uint8Array(body),
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      });
      await response.body?.cancel();
      if (response.ok) return true;
      if (GONE.has(response.status)) return false;
      const said = `the push service answered ${response.status}`;
      throw response.status >= 500 || LATER.has(response.status)
        ? new Error(said)
        : new PermanentJobError(said);
    },
  };
}

async function buildVapidHeader(
  keys: ECDH,
  { endpoint, contact, now }: { endpoint: string; contact: string; now: Date },
): Promise<string> {
  const open = keys.getPublicKey();
  const token = await new SignJWT({ aud: new URL(endpoint).origin, sub: contact })
    .setProtectedHeader({ typ: 'JWT', alg: 'ES256' })
    .setExpirationTime(Math.floor(now.getTime() / 1000) + VAPID_HOURS * 3600)
    .sign(await importJWK(toPrivateJwk(keys), 'ES256'));
  return `vapid t=${token}, k=${open.toString('base64url')}`;
}
