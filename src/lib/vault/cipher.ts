import { xchacha20poly1305 } from '@noble/ciphers/chacha.js';
import type { Cipher } from './vault.ts';

const NONCE_BYTES = 24;

/** Creates the cipher of a key of 32 bytes: XChaCha20-Poly1305, each value with a random nonce before it. */
export const createCipher = (key: Uint8Array): Cipher => ({
  seal: (plain) => {
    const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES));
    const encrypted = xchacha20poly1305(key, nonce).encrypt(plain);
    const sealed = new Uint8Array(NONCE_BYTES + encrypted.length);
    sealed.set(nonce);
    sealed.set(encrypted, NONCE_BYTES);
    return sealed;
  },
  open: (sealed) =>
    xchacha20poly1305(key, sealed.subarray(0, NONCE_BYTES)).decrypt(sealed.subarray(NONCE_BYTES)),
});
