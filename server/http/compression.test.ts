import { Readable } from 'node:stream';
import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { createTestPerson } from '#server/testing/people.ts';
import { registerReplyCompression } from './compression.ts';

let test: TestApp;
let cookie: string;
beforeAll(async () => {
  test = await createTestApp();
  cookie = (await createTestPerson(test.app, test.db, { state: 'admin' })).cookie();
});
afterAll(() => test.close());

const get = (url: string, encoding?: string) =>
  test.app.inject({ url, headers: { cookie, ...(encoding && { 'accept-encoding': encoding }) } });

describe('an answer of the API', () => {
  it('comes as small as the browser can read it, and whole', async () => {
    const plain = await get('/api/docs.json');
    expect(plain.headers['content-encoding']).toBeUndefined();
    const packed = await get('/api/docs.json', 'gzip, deflate, br');
    expect(packed.headers).toMatchObject({
      'content-encoding': 'br',
      vary: expect.stringMatching(/accept-encoding/i),
    });
    expect(packed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 4);
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(plain.body);
    const zipped = await get('/api/docs.json', 'gzip');
    expect(zipped.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(zipped.rawPayload).toString()).toBe(plain.body);
  });

  it('that fits one packet comes as it is', async () => {
    const { headers, body } = await get('/api/config', 'br');
    expect(headers['content-encoding']).toBeUndefined();
    expect(JSON.parse(body)).toBeTypeOf('object');
  });

  it('is not given to a body that would have to be inflated', async () => {
    const { statusCode, json } = await test.app.inject({
      method: 'POST',
      url: '/api/auth/sign-in',
      headers: {
        origin: 'http://localhost',
        host: 'localhost',
        'content-encoding': 'gzip',
        'content-type': 'application/json',
      },
      payload: gzipSync(JSON.stringify({ email: 'ada@example.org', password: 'x'.repeat(40_000) })),
    });
    expect(statusCode).toBe(400);
    expect(json().error.code).toBeTypeOf('string');
  });
});

describe('an answer that is compressed while it is asked for', () => {
  const text = JSON.stringify(
    Array.from({ length: 400 }, (_, number) => ({ number, said: 'It’s so' })),
  );
  let app: FastifyInstance;
  beforeAll(async () => {
    const { dependencies } = test.app;
    app = fastify().decorate('dependencies', dependencies);
    registerReplyCompression(app);
    app.get('/text', (_, reply) => reply.type('application/json').send(text));
    app.get('/bytes', (_, reply) => reply.type('application/json').send(Buffer.from(text)));
    app.get('/stream', (_, reply) => reply.type('application/json').send(Readable.from([text])));
    await app.ready();
  });
  afterAll(() => app.close());

  it.each(['/text', '/bytes', '/stream'])(
    'is whole each time, in each encoding (%s)',
    async (url) => {
      for (const encoding of ['br', 'gzip', 'br', 'gzip', 'identity']) {
        const reply = await app.inject({ url, headers: { 'accept-encoding': encoding } });
        expect(reply.headers).toMatchObject({ vary: 'Accept-Encoding' });
        const isPacked = encoding !== 'identity';
        expect(reply.headers['content-encoding']).toBe(isPacked ? encoding : undefined);
        const unpack = {
          br: brotliDecompressSync,
          gzip: gunzipSync,
          identity: (raw: Buffer) => raw,
        };
        expect(unpack[encoding as 'br'](reply.rawPayload).toString()).toBe(text);
      }
    },
  );

  it('is as long as it says', async () => {
    const { headers, rawPayload } = await app.inject({
      url: '/text',
      headers: { 'accept-encoding': 'br' },
    });
    expect(headers['content-length']).toBe(String(rawPayload.length));
  });
});
