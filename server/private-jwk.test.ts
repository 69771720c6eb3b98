import { createECDH } from 'node:crypto';
import { importJWK, jwtVerify, SignJWT } from 'jose';
import { expect, it } from 'vitest';
import { toPrivateJwk } from './private-jwk.ts';

it.each([0, 1, 2, 31])('signs with a key whose first %i bytes are zero', async (zeros) => {
  const keys = createECDH('prime256v1');
  keys.setPrivateKey(Buffer.alloc(32, 7).fill(0, 0, zeros));
  const jwk = toPrivateJwk(keys);
  const header = { alg: 'ES256' };
  const token = await new SignJWT({})
    .setProtectedHeader(header)
    .sign(await importJWK(jwk, header.alg));
  const { d: _, ...publicJwk } = jwk;
  const verified = await jwtVerify(token, await importJWK(publicJwk, header.alg));
  expect(verified.protectedHeader).toEqual(header);
});
