import { brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { makePerson } from '#server/testing/people.ts';

let test: TestApp;
let cookie: string;
beforeAll(async () => {
  test = await createTestApp();
  cookie = (await makePerson(test.app, test.db, { state: 'admin' })).cookie();
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
