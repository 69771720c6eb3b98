import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// @ts-expect-error -- it comes without types
import S3rver from '@20minutes/s3rver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import { keepMedia } from '../writes.ts';
import { createMediaStore, type MediaStore } from '../service.ts';

interface BucketServer {
  run: () => Promise<AddressInfo>;
  close: () => Promise<void>;
}

let folder: string;
let bucket: BucketServer;
let media: MediaStore;
let test: TestApp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'envol-s3-'));
  const options = { address: '127.0.0.1', port: 0, silent: true, resetOnClose: true };
  const Server = S3rver as new (options: object) => BucketServer;
  bucket = new Server({
    ...options,
    directory: join(folder, 'objects'),
    configureBuckets: [{ name: 'envol' }],
  });
  const { port } = await bucket.run();
  media = createMediaStore(join(folder, 'media'), {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: 'envol',
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  });
  test = await createTestApp({ media });
});
afterAll(async () => {
  await test.close();
  await bucket.close();
  await rm(folder, { recursive: true });
});

async function keep(content: string): Promise<string> {
  const file = join(folder, 'sent');
  await writeFile(file, content);
  const sent = { file, bytes: content.length, extension: 'mp3' as const };
  return media.getUrl(await keepMedia({ db: test.db, media }, sent, test.clock()));
}

describe('a recording in a bucket', () => {
  it('is fetched from there in parts by whoever has a pass, at an address that ends in 15 minutes', async () => {
    const member = await test.createPerson();
    const address = await keep('0123456789');
    const reply = await member.get(address);
    expect([reply.statusCode, reply.headers['cache-control']]).toEqual([302, 'no-store']);
    const signed = String(reply.headers['location']);
    expect(new URL(signed).searchParams.get('X-Amz-Expires')).toBe('900');
    const part = await fetch(signed, { headers: { range: 'bytes=2-5' } });
    expect([part.status, await part.text()]).toEqual([206, '2345']);
    expect(part.headers.get('etag')).toBeTruthy();
    expect(part.headers.get('content-type')).toBe('audio/mpeg');

    const later = new URL(signed);
    later.searchParams.set('X-Amz-Expires', '90000');
    expect((await fetch(later)).status).toBe(403);
  });

  it('has no address for whoever has no pass, and pages may play from the bucket', async () => {
    const address = await keep('abc');
    const without = await test.createPerson({ state: 'no_pass' });
    const refused = await without.get(address);
    expect([refused.statusCode, refused.headers['location']]).toEqual([403, undefined]);
    expect((await test.app.inject({ url: address })).statusCode).toBe(401);
    const policy = (await test.app.inject({ url: '/api/config' })).headers[
      'content-security-policy'
    ];
    expect(policy).toContain(`media-src 'self' blob: ${media.origin}`);
  });

  it('is gone once it is removed, which may be said twice', async () => {
    const address = await keep('to be removed');
    const name = address.slice('/media/'.length);
    const signed = (await (await test.createPerson()).get(address)).headers['location'];
    await media.remove(name);
    await media.remove(name);
    expect((await fetch(String(signed))).status).toBe(404);
  });

  it('is an error where the bucket refuses, and nothing is said to be kept', async () => {
    const wrong = createMediaStore(join(folder, 'media'), {
      endpoint: media.origin ?? '',
      bucket: 'somebody-elses',
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    });
    const file = join(folder, 'refused');
    await writeFile(file, 'abc');
    const name = await wrong.name(file, 'mp3');
    await expect(wrong.keep(name, file)).rejects.toThrow('answered 404');
  });
});
