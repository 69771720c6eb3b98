import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
// @ts-expect-error -- it comes without types
import S3rver from '@20minutes/s3rver';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import { importLibrary } from '#server/features/contents/import.ts';
import { createContentFolder } from '#server/testing/library.ts';
import { beginUpload, sendUploadPart } from '#server/testing/media.ts';
import { createTestScript } from '#server/testing/generation-providers.ts';
import { createTestWav } from '#server/testing/test-wav.ts';
import type { SessionSource } from '#shared/contract/admin-contents.ts';
import { storeMedia } from '../writes.ts';
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
  await importLibrary(test.db, await createContentFolder([{ slug: 'theirs' }]));
});
afterAll(async () => {
  await test.close();
  await bucket.close();
  await rm(folder, { recursive: true });
});

const SOURCE = {
  facts: {
    kind: 'flow',
    category: 'meditation',
    form: 'full',
    access: 'pass',
    areas: ['fear_heights'],
    situations: ['cruise'],
    author: 'somebody',
    optIn: false,
    guard: null,
  },
  scripts: { en: createTestScript('en'), fr: createTestScript('fr') },
} satisfies SessionSource;

async function keep(content: string): Promise<string> {
  const file = join(folder, 'sent');
  await writeFile(file, content);
  const sent = { file, bytes: content.length, extension: 'mp3' as const };
  return media.getUrl(await storeMedia({ db: test.db, media }, sent, test.clock()));
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

  it('is sent in parts through the server, cut off, gone on with, and heard from the bucket', async () => {
    const admin = await test.createPerson({ state: 'admin' });
    const parts = Array.from({ length: 24 }, () => [
      { seconds: 2, level: 0.5 },
      { seconds: 1, level: 0 },
    ]);
    const sound = createTestWav(parts.flat(), 2000);
    const silences = parts.map((_, at) => [at * 3000 + 2000, (at + 1) * 3000]);
    const { id } = await beginUpload(admin, sound);
    await sendUploadPart(admin, id, 0, sound.subarray(0, 100_000));
    // The connection was cut: what has arrived is asked for, and the rest is sent.
    const begun = await beginUpload(admin, sound);
    expect(begun).toMatchObject({ id, offset: 100_000 });
    await sendUploadPart(admin, id, begun.offset, sound.subarray(begun.offset));

    const { body: session } = await admin.call('POST /api/admin/contents', {
      body: { source: SOURCE },
    });
    const recorded = await admin.call('PUT /api/admin/contents/:id/recording', {
      params: { id: session.id },
      body: { version: 1, language: 'en', uploadId: id, silences },
    });
    expect(recorded.body.recordings.en).toMatchObject({ durationMs: 72_000, origin: 'upload' });
    await admin.call('PUT /api/admin/contents/:id/state', {
      params: { id: session.id },
      body: { version: 2, state: 'published', confirmsRecordings: true },
    });
    const member = await test.createPerson();
    const heard = await member.call('GET /api/contents/:id', { params: { id: session.id } });
    const reply = await member.get(heard.body.recordingUrl ?? '');
    const stored = await fetch(String(reply.headers['location']));
    expect(Buffer.from(await stored.arrayBuffer()).equals(sound)).toBe(true);
    // Nothing of it stays on the server's own disk.
    expect(await readdir(join(folder, 'media', '.uploads'))).toEqual([]);
  });

  it('has no address for whoever has no pass, and pages may play from the bucket', async () => {
    const address = await keep('abc');
    const without = await test.createPerson({ state: 'no_pass' });
    const refused = await without.get(address);
    expect([refused.statusCode, refused.headers['location']]).toEqual([403, undefined]);
    expect((await test.app.inject({ url: address })).statusCode).toBe(401);
    const policy = (await test.app.inject({ url: '/' })).headers['content-security-policy'];
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
    const name = await wrong.buildName(file, 'mp3');
    await expect(wrong.store(name, file)).rejects.toThrow('answered 404');
  });
});
