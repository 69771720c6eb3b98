import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importLibrary } from '#server/features/contents/import.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { createContentFolder } from '#server/testing/library.ts';
import { createTestMediaStore, uploadFile } from '#server/testing/media.ts';
import { createTestWav } from '#server/testing/test-wav.ts';
import type { SessionSource } from '#shared/contract/admin-contents.ts';

let test: TestApp;
let files: Awaited<ReturnType<typeof createTestMediaStore>>;
let admin: Awaited<ReturnType<TestApp['createPerson']>>;
let member: Awaited<ReturnType<TestApp['createPerson']>>;
beforeAll(async () => {
  files = await createTestMediaStore();
  test = await createTestApp({ media: files.media });
  await importLibrary(test.db, await createContentFolder([{ slug: 'theirs' }]));
  admin = await test.createPerson({ state: 'admin' });
  member = await test.createPerson();
});
afterAll(async () => {
  await test.close();
  await files.remove();
});

const SENTENCE = 'Breathe in slowly, and let the air leave by itself.';
const BODY = Array.from({ length: 24 }, () => `${SENTENCE}\n[pause 5]`).join('\n');
const script = (body: string) => `title: Recorded\nsummary: A summary.\n---\n${body}\n`;
const source = (body = BODY): SessionSource => ({
  facts: {
    kind: 'flow',
    category: 'meditation',
    areas: ['fear_heights'],
    situations: ['cruise'],
    form: 'full',
    optIn: false,
    guard: null,
    access: 'pass',
    author: 'somebody',
  },
  scripts: { en: script(body), fr: script(body) },
});
/** 24 sentences of two seconds, with a second of silence after each. */
const RECORDING = createTestWav(
  Array.from({ length: 24 }, () => [
    { seconds: 2, level: 0.5 },
    { seconds: 1, level: 0 },
  ]).flat(),
  2000,
);
const SILENCES = Array.from({ length: 24 }, (_, at) => [at * 3000 + 2000, (at + 1) * 3000]);

const create = async () =>
  (await admin.call('POST /api/admin/contents', { body: { source: source() } })).body;
const record = (
  id: string,
  version: number,
  uploadId: string | null,
  silences: unknown = SILENCES,
) =>
  admin.call('PUT /api/admin/contents/:id/recording', {
    params: { id },
    body: { version, language: 'en', uploadId, silences },
  });
const publish = (id: string, version: number) =>
  admin.call('PUT /api/admin/contents/:id/state', {
    params: { id },
    // It is shorter than its script.
    body: { version, state: 'published', confirmsRecordings: true, losesRecordings: true },
  });
const listen = async (id: string) =>
  (await member.call('GET /api/contents/:id', { params: { id } })).body;

describe('a recording', () => {
  it('is heard once the session is published, in parts, with captions that follow it', async () => {
    const { id } = await create();
    const recorded = await record(id, 1, await uploadFile(admin, RECORDING));
    expect(recorded.body).toMatchObject({
      version: 2,
      recordings: { en: { fits: true, durationMs: 72_000, origin: 'upload' }, fr: null },
    });
    await publish(id, 2);
    const session = await listen(id);
    expect(session.durationMs).toBe(72_000);
    const said = session.cues.filter(({ type }) => type === 'say');
    expect(said.map(({ at }) => at)).toEqual(Array.from({ length: 24 }, (_, at) => at * 3000));
    const part = await member.get(session.recordingUrl ?? '', { range: 'bytes=0-3' });
    expect([part.statusCode, part.body]).toEqual([206, 'RIFF']);
    expect(part.headers['content-type']).toMatch(/^audio\/(?:x-|vnd\.)?wave?$/);

    const french = await test.createPerson({ language: 'fr' });
    const other = (await french.call('GET /api/contents/:id', { params: { id } })).body;
    expect([other.recordingUrl, other.durationMs > 72_000]).toEqual([null, true]);
    const [, entry] = (await admin.call('GET /api/admin/audit')).body.entries;
    expect(entry).toMatchObject({
      action: 'session.record',
      details: { language: 'en', version: 2 },
    });
    expect(entry?.after).toMatchObject({ seconds: 72, origin: 'upload' });
  });

  it('is not published with a script that says something else, and fits again once it is put back', async () => {
    const { id } = await create();
    await record(id, 1, await uploadFile(admin, RECORDING));
    const save = (version: number, body: string) =>
      admin.call('PUT /api/admin/contents/:id', {
        params: { id },
        body: { version, source: source(body) },
      });
    const changed = await save(2, BODY.replace('slowly', 'gently'));
    expect(changed.body.recordings.en).toMatchObject({ fits: false });
    await publish(id, 3);
    expect((await listen(id)).recordingUrl).toBeNull();
    expect((await save(3, BODY)).body.recordings.en).toMatchObject({ fits: true });
    await publish(id, 4);
    expect((await listen(id)).recordingUrl).not.toBeNull();
  });

  it('is taken away by whoever has seen the last version, and then the device reads', async () => {
    const { id } = await create();
    await record(id, 1, await uploadFile(admin, RECORDING));
    await publish(id, 2);
    const late = await record(id, 1, null);
    expect([late.status, late.body.error?.code]).toEqual([409, 'conflict']);
    expect((await record(id, 2, null)).body).toMatchObject({
      version: 3,
      recordings: { en: null },
    });
    expect((await listen(id)).recordingUrl).not.toBeNull();
    await publish(id, 3);
    expect((await listen(id)).recordingUrl).toBeNull();
  });

  const mp3Head = Buffer.from('ID3\u0004\u0000\u0000\u0000\u0000\u0000\u0000', 'latin1');
  it.each([
    ['a page under a name of sound', Buffer.from('<!doctype html>'.repeat(100))],
    ['a head of an MP3 and nothing after it', Buffer.concat([mp3Head, Buffer.alloc(2000)])],
    ['half a second', createTestWav([{ seconds: 0.5, level: 0.5 }])],
    ['a file that says it lasts for hours, and holds nothing', createBomb()],
  ])('is not %s, of which nothing stays', async (_what, file) => {
    const { id } = await create();
    const refused = await record(id, 1, await uploadFile(admin, file));
    expect([refused.status, refused.body.error?.code]).toEqual([422, 'not_a_recording']);
    expect((await record(id, 1, null)).body).toMatchObject({ version: 1 });
  });

  it('has silences that can be: in their order, and within a day', async () => {
    const { id } = await create();
    const uploadId = await uploadFile(admin, RECORDING);
    for (const wrong of [
      [[5, 1]],
      [[-1, 2]],
      [[0, 1e12]],
      [['a', 'b']],
      Array.from({ length: 2001 }, () => [0, 1]),
    ])
      expect((await record(id, 1, uploadId, wrong)).status).toBe(400);
  });
});

describe('files of a session with its recordings', () => {
  const hash = (file: Buffer) => createHash('sha256').update(file).digest('hex');
  const SPANS = SILENCES.map(([from = 0], at): [number, number] => [at * 3000, from]);
  const describeFile = async (file: Buffer) => ({
    uploadId: await uploadFile(admin, file),
    sha256: hash(file),
    origin: 'speech' as const,
    spans: SPANS,
  });
  const FRENCH = Buffer.concat([RECORDING, Buffer.alloc(2)]);
  type Recordings = Record<string, Awaited<ReturnType<typeof describeFile>>>;
  const importFiles = (slug: string, recordings: Recordings) =>
    admin.call('POST /api/admin/content-imports', { body: { slug, source: source(), recordings } });
  const listSlugs = async () => {
    const { sessions } = (await admin.call('GET /api/admin/contents')).body;
    return sessions.map(({ slug }) => slug);
  };

  it('come in as they went out, and are heard once the session is published', async () => {
    const en = await describeFile(RECORDING);
    const fr = await describeFile(FRENCH);
    const first = await importFiles('with-recordings', { en, fr });
    expect(first.body).toMatchObject({
      state: 'draft',
      version: 3,
      recordings: {
        en: { fits: true, durationMs: 72_000, origin: 'speech', spans: SPANS },
        fr: { fits: true, bytes: FRENCH.length },
      },
    });
    const stored = await admin.get(first.body.recordings.en?.url ?? '');
    expect(hash(stored.rawPayload)).toBe(en.sha256);
    // The files of the same session once more: its words are the same, a recording is its next version.
    const again = await importFiles('with-recordings', { en: await describeFile(RECORDING) });
    expect(again.body).toMatchObject({ id: first.body.id, version: 4 });
    await publish(first.body.id, 4);
    const { cues, recordingUrl } = await listen(first.body.id);
    expect(recordingUrl).not.toBeNull();
    const said = cues.filter(({ type }) => type === 'say');
    expect(said.map(({ at }) => at)).toEqual(SPANS.map(([from]) => from));
  });

  const LATE: [number, number] = [69_000, 80_000];
  const SUNG = Buffer.from(RECORDING).fill(7, 1000, 2000);
  it.each([
    [
      'of which one is not the one that was exported',
      async () => ({ ...(await describeFile(SUNG)), sha256: hash(RECORDING) }),
      [422, 'recording_damaged'],
    ],
    [
      'of which one is a page under a name of sound',
      () => describeFile(Buffer.from('<!doctype html>'.repeat(100))),
      [422, 'not_a_recording'],
    ],
    ['of which one is a bomb', () => describeFile(createBomb()), [422, 'not_a_recording']],
    [
      'of which one has other sentences',
      async () => ({ ...(await describeFile(SUNG)), spans: SPANS.slice(1) }),
      [422, 'recording_damaged'],
    ],
    [
      'of which one goes on after its end',
      async () => ({ ...(await describeFile(SUNG)), spans: [...SPANS.slice(0, -1), LATE] }),
      [422, 'recording_damaged'],
    ],
    [
      'of which one runs backwards',
      async () => ({ ...(await describeFile(SUNG)), spans: SPANS.toReversed() }),
      [400, 'invalid_input'],
    ],
    [
      'of which one never arrived',
      async () => ({ ...(await describeFile(SUNG)), uploadId: crypto.randomUUID() }),
      [404, 'not_found'],
    ],
  ])('%s are refused whole', async (_what, describeFrench, refusal) => {
    const recordings = { en: await describeFile(RECORDING), fr: await describeFrench() };
    const refused = await importFiles('refused', recordings);
    expect([refused.status, refused.body.error?.code]).toEqual(refusal);
    expect(await listSlugs()).not.toContain('refused');

    // Nor is anything changed where there is such a session: what it says and what is heard of it stay.
    const known = await importFiles('known', { en: await describeFile(RECORDING) });
    const { version } = known.body;
    await importFiles('known', { en: await describeFile(RECORDING), fr: await describeFrench() });
    const params = { id: known.body.id };
    const { body } = await admin.call('GET /api/admin/contents/:id', { params });
    expect(body).toMatchObject({ version, recordings: { en: { fits: true }, fr: null } });
  });
});

/** A WAV file whose head tells of two hours at one byte a second. */
function createBomb(): Buffer {
  const file = createTestWav([{ seconds: 1, level: 0.1 }], 3600);
  file.writeUInt32LE(1, 24);
  file.writeUInt32LE(2, 28);
  return file;
}
