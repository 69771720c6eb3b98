import type { ECDH } from 'node:crypto';

const SCALAR_BYTES = 32;

/**
 * Converts a key pair on the curve P-256 to a private JWK, whose `d` "MUST be" 32 bytes (RFC 7518, 6.2.2.1): Node leaves
 * out leading zeros, which one key of 256 has.
 */
export function toPrivateJwk(keys: ECDH) {
  const point = keys.getPublicKey();
  const scalar = keys.getPrivateKey();
  const zeros = Buffer.alloc(SCALAR_BYTES - scalar.length);
  return {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
    d: Buffer.concat([zeros, scalar]).toString('base64url'),
  };
}
