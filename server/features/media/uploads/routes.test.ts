import { randomBytes } from 'node:crypto';
import { readdir, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runPeriodicTasks } from '#server/periodic-tasks.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import {
  beginUpload,
  createTestMediaStore,
  uploadFile,
  sendUploadPart,
} from '#server/testing/media.ts';
import { createTestWav } from '#server/testing/test-wav.ts';

let test: TestApp;
let admin: Awaited<ReturnType<TestApp['createPerson']>>;
let files: Awaited<ReturnType<typeof createTestMediaStore>>;
beforeAll(async () => {
  files = await createTestMediaStore();
  test = await createTestApp({ media: files.media });
  admin = await test.createPerson({ state: 'admin' });
});
afterAll(async () => {
  await test.close();
  await files.remove();
});

const HOUR_MS = 3_600_000;
const listUploads = () => readdir(join(files.media.folder, '.uploads')).catch(() => []);
const getOffset = async (id: string) =>
  (await admin.call('GET /api/admin/uploads/:id', { params: { id } })).body;
const text = {
  name: 'Ada',
  role: '',
  about: 'Flies.',
};
async function addAuthor() {
  const body = { texts: { en: text, fr: text } };
  return (await admin.call('POST /api/admin/authors', { body })).body;
}
const setPortrait = (id: string, version: number, uploadId: string | null) =>
  admin.call('PUT /api/admin/authors/:id/portrait', {
    params: { id },
    body: { version, uploadId },
  });

/** A PNG of this size, as far as it is read. */
function createPicture(width: number, height: number): Buffer {
  const head = Buffer.alloc(33);
  Buffer.from('89504e470d0a1a0a', 'hex').copy(head);
  head.writeUInt32BE(13, 8);
  head.write('IHDR', 12);
  head.writeUInt32BE(width, 16);
  head.writeUInt32BE(height, 20);
  return Buffer.concat([head, randomBytes(400)]);
}

describe('a file that is sent', () => {
  it('goes on where it broke off, also when it is begun anew, and a part sent twice is there once', async () => {
    const file = randomBytes(300_000);
    const { id } = await beginUpload(admin, file);
    await sendUploadPart(admin, id, 0, file.subarray(0, 100_000));
    const again = await sendUploadPart(admin, id, 0, file.subarray(0, 100_000));
    expect([again.status, again.body.error?.code]).toEqual([409, 'conflict']);
    expect(await getOffset(id)).toEqual({ offset: 100_000, bytes: 300_000 });
    expect(await beginUpload(admin, file)).toEqual({ id, offset: 100_000 });
    const { body } = await sendUploadPart(admin, id, 100_000, file.subarray(100_000));
    expect(body).toEqual({ offset: 300_000 });
    const beyond = await sendUploadPart(admin, id, 300_000, Buffer.from('more'));
    expect([beyond.status, beyond.body.error?.code]).toEqual([413, 'too_large']);
  });

  it('takes no part larger than promised, and no other media', async () => {
    const { id } = await beginUpload(admin, randomBytes(2_000_000));
    expect((await sendUploadPart(admin, id, 0, randomBytes(262_145))).status).toBe(413);
    const json = await admin.call('PATCH /api/admin/uploads/:id', {
      params: { id },
      query: { offset: 0 },
      body: { some: 'json' },
    });
    expect([json.status, json.body.error?.code]).toEqual([415, 'unsupported_media']);
    expect(await getOffset(id)).toMatchObject({ offset: 0 });
  });

  it('can’t be used before all of it is there, and is given up after a day', async () => {
    const author = await addAuthor();
    const { id } = await beginUpload(admin, randomBytes(1000));
    const early = await setPortrait(author.id, 1, id);
    expect([early.status, early.body.error?.code]).toEqual([409, 'upload_incomplete']);
    test.clock.advance(25 * HOUR_MS);
    await runPeriodicTasks(test.app.dependencies);
    expect(await listUploads()).toEqual([]);
    test.clock.advance(-25 * HOUR_MS);
  });

  it('leaves nothing on a disk that is full, and says so', async () => {
    const file = randomBytes(5000);
    const { id } = await beginUpload(admin, file);
    const part = join(files.media.folder, '.uploads', `${id}.5000`);
    await rm(part);
    // A disk on which there is never any room.
    await symlink('/dev/full', part);
    const refused = await sendUploadPart(admin, id, 0, file);
    expect([refused.status, refused.body.error?.code]).toEqual([507, 'storage_full']);
    expect((await admin.call('GET /api/admin/uploads/:id', { params: { id } })).status).toBe(404);
    expect((await beginUpload(admin, file)).offset).toBe(0);
    await rm(part);
  });

  it('is nobody’s but an admin’s', async () => {
    const member = await test.createPerson();
    const body = { bytes: 10, fingerprint: 'a'.repeat(64) };
    expect((await member.call('POST /api/admin/uploads', { body })).status).toBe(403);
  });
});

describe('a portrait', () => {
  it('is shown from the media folder, under a name that nobody chose, and is audited', async () => {
    const author = await addAuthor();
    const picture = createPicture(512, 512);
    const { body } = await setPortrait(author.id, 1, await uploadFile(admin, picture));
    expect(body).toMatchObject({ version: 2, lastEdit: { by: admin.email } });
    expect(body.portrait).toMatch(/^\/media\/[0-9a-f]{32}-[0-9a-f]{12}\.png$/);
    const shown = await admin.get(body.portrait ?? '');
    expect([shown.statusCode, shown.headers['content-type']]).toEqual([200, 'image/png']);
    expect(shown.rawPayload.equals(picture)).toBe(true);
    expect(shown.headers['etag']).toBeDefined();
    expect(await listUploads()).toEqual([]);
    const late = await setPortrait(author.id, 1, null);
    expect([late.status, late.body.error?.code]).toEqual([409, 'conflict']);
    const [entry] = (await admin.call('GET /api/admin/audit')).body.entries;
    expect(entry).toMatchObject({ action: 'author.portrait', before: { portrait: null } });

    expect((await setPortrait(author.id, 2, null)).body.portrait).toBeNull();
    test.clock.advance(25 * HOUR_MS);
    await runPeriodicTasks(test.app.dependencies);
    expect((await admin.get(body.portrait ?? '')).statusCode).toBe(404);
    test.clock.advance(-25 * HOUR_MS);
  });

  it.each([
    ['a drawing that can carry scripts', Buffer.from('<svg onload="alert(1)"/>'), 'not_a_picture'],
    ['a page', Buffer.from('<!doctype html><script>alert(1)</script>'), 'not_a_picture'],
    ['sound', createTestWav([{ seconds: 1, level: 0.5 }]), 'not_a_picture'],
    ['a picture of a thousand million points', createPicture(60_000, 60_000), 'too_large'],
    ['the first bytes of a picture', createPicture(10, 10).subarray(0, 12), 'not_a_picture'],
  ])('is not %s, of which nothing stays', async (_what, file, code) => {
    const author = await addAuthor();
    const refused = await setPortrait(author.id, 1, await uploadFile(admin, file));
    expect(refused.body.error?.code).toBe(code);
    expect(await listUploads()).toEqual([]);
  });
});
