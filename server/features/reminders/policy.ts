import {
  createCipheriv,
  createECDH,
  createHmac,
  type ECDH,
  hkdfSync,
  timingSafeEqual,
} from 'node:crypto';

// Web Push without a library: the encryption of RFC 8291 (aes128gcm), and the server's name by VAPID (RFC 8292).

const CURVE = 'prime256v1';
const RECORD_BYTES = 4096;
const LAST_RECORD = 2;
const PAYLOAD_LIMIT = 3000;

/** The push services of all browsers: the server must not be made to call other addresses. */
const PUSH_HOSTS =
  /(?:^|\.)(?:fcm\.googleapis\.com|push\.services\.mozilla\.com|notify\.windows\.com|push\.apple\.com)$/;

/** Returns whether a URL is that of a known push service. */
export function isPushServiceUrl(endpoint: string): boolean {
  const { protocol, hostname, port } = new URL(endpoint);
  return protocol === 'https:' && port === '' && PUSH_HOSTS.test(hostname);
}

/**
 * Derives the VAPID key pair, by which push services recognise this server, from the server's secret: the same on all
 * servers of an installation, and after a restore.
 */
export function deriveVapidKeys(secret: string): ECDH {
  for (let round = 0; ; round++) {
    const keys = createECDH(CURVE);
    try {
      keys.setPrivateKey(
        Buffer.from(hkdfSync('sha256', secret, '', `envol push key ${round}`, 32)),
      );
      return keys;
    } catch {
      // Beyond the curve's order, once in four thousand million times: the next one.
    }
  }
}

/** The key pair and salt of one message; random, except in tests with known ones. */
interface Ephemeral {
  keys: ECDH;
  salt: Buffer;
}

/** Encrypts a message for a browser (RFC 8291, 3.4), in one record. Throws RangeError above 3,000 bytes. */
export function encryptPushMessage(
  message: string,
  browser: { p256dh: string; auth: string },
  { keys, salt }: Ephemeral,
): Buffer {
  const plain = Buffer.from(message, 'utf8');
  if (plain.length > PAYLOAD_LIMIT) throw new RangeError('the message is too long');
  const theirs = Buffer.from(browser.p256dh, 'base64url');
  const ours = keys.getPublicKey();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours]);
  const auth = Buffer.from(browser.auth, 'base64url');
  const key = Buffer.from(hkdfSync('sha256', keys.computeSecret(theirs), auth, info, 32));
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', key, salt, `Content-Encoding: ${name}\0`, length));
  const cipher = createCipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  const head = Buffer.alloc(21);
  salt.copy(head);
  head.writeUInt32BE(RECORD_BYTES, 16);
  head.writeUInt8(ours.length, 20);
  return Buffer.concat([
    head,
    ours,
    cipher.update(Buffer.concat([plain, Buffer.from([LAST_RECORD])])),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}

/**
 * Signs the token for links in a person's reminders: it can mark the reminder as opened or end the reminders, and
 * nothing else. It does not expire.
 */
export function signReminderToken(secret: string, userId: string): string {
  const mark = createHmac('sha256', secret).update(`reminders:${userId}`).digest('base64url');
  return `${userId}.${mark}`;
}

/**
 * Verifies a token of `signReminderToken` and returns the id of its person; null when it was not signed by this server.
 */
export function verifyReminderToken(secret: string, token: string): string | null {
  const userId = token.slice(0, token.indexOf('.'));
  return UUID.test(userId) && isSame(token, signReminderToken(secret, userId)) ? userId : null;
}

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;
const isSame = (one: string, other: string): boolean => {
  const hash = (text: string) => createHmac('sha256', 'compared').update(text).digest();
  return timingSafeEqual(hash(one), hash(other));
};
