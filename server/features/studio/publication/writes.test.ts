import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { importLibrary } from '#server/features/contents/import.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { createContentFolder } from '#server/testing/library.ts';
import { createTestMediaStore, uploadFile } from '#server/testing/media.ts';
import {
  createTestScript,
  startFakeGenerationProviders,
} from '#server/testing/generation-providers.ts';
import { createTestWav } from '#server/testing/test-wav.ts';

let test: TestApp;
let providers: Awaited<ReturnType<typeof startFakeGenerationProviders>>;
let files: Awaited<ReturnType<typeof createTestMediaStore>>;
let admin: Awaited<ReturnType<TestApp['createPerson']>>;
let member: Awaited<ReturnType<TestApp['createPerson']>>;
beforeAll(async () => {
  [providers, files] = await Promise.all([startFakeGenerationProviders(), createTestMediaStore()]);
  const { generation } = providers;
  test = await createTestApp({ media: files.media, generation });
  await importLibrary(test.db, await createContentFolder([{ slug: 'theirs' }]));
  admin = await test.createPerson({ state: 'admin' });
  member = await test.createPerson();
});
afterAll(async () => {
  await test.close();
  await providers.close();
  await files.remove();
});
afterEach(() => void providers.asked.splice(0));

const FACTS = {
  kind: 'flow',
  category: 'meditation',
  areas: ['fear_heights'],
  situations: ['cruise'],
  form: 'full',
  optIn: false,
  guard: null,
  access: 'pass',
  author: 'somebody',
} as const;
/** A session of 24 different sentences, in which one word can be chosen. */
function build(word: string) {
  const write = (language: 'en' | 'fr') => {
    let sentence = 0;
    return createTestScript(language)
      .replaceAll(/air (leave|repartir)/g, (_all, verb: string) => `air ${(sentence += 1)} ${verb}`)
      .replace('air 7', `air ${word}`);
  };
  return { facts: FACTS, scripts: { en: write('en'), fr: write('fr') } };
}
const create = async (word = 'seven') =>
  (await admin.call('POST /api/admin/contents', { body: { source: build(word) as never } })).body;
const publish = (id: string, version: number, answer: object = {}) =>
  admin.call('PUT /api/admin/contents/:id/state', {
    params: { id },
    body: { version, state: 'published', ...answer },
  });
const narrate = (id: string, version: number, language: 'en' | 'fr', publishes = false) =>
  admin.call('POST /api/admin/contents/:id/narration', {
    params: { id },
    body: { version, language, publishes },
  });
const read = async (id: string) =>
  (await admin.call('GET /api/admin/contents/:id', { params: { id } })).body;
async function hear(id: string) {
  const { cues, recordingUrl } = (await member.call('GET /api/contents/:id', { params: { id } }))
    .body;
  const words = cues.flatMap((cue) => (cue.type === 'say' ? [cue.text] : [])).join(' ');
  return { words, recordingUrl };
}

describe('a session on show whose words are changed', () => {
  it('keeps the former words with the former recording until only what changed is spoken, and is published then', async () => {
    const { id } = await create();
    for (const language of ['en', 'fr'] as const) {
      await narrate(id, (await read(id)).version, language);
      await test.runJobs();
    }
    await publish(id, 3);
    const before = await hear(id);
    expect(before.recordingUrl).not.toBeNull();
    providers.asked.splice(0);

    const source = build('mended') as never;
    await admin.call('PUT /api/admin/contents/:id', {
      params: { id },
      body: { version: 3, source },
    });
    const refused = await publish(id, 4);
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'recording_lost']);
    const { missing } = (await admin.call('GET /api/admin/narration')).body;
    expect(missing.filter(({ contentId }) => contentId === id)).toMatchObject([
      { language: 'en', reason: 'changed', unspoken: 1 },
      { language: 'fr', reason: 'changed', unspoken: 1 },
    ]);
    // Both are asked for at once: the last one to be spoken publishes.
    await narrate(id, 4, 'en', true);
    await narrate(id, 4, 'fr', true);
    expect(await hear(id)).toEqual(before);
    await test.runJobs();
    expect(providers.asked).toHaveLength(2);
    const after = await hear(id);
    expect(after.words).toContain('air mended');
    expect(after.recordingUrl).not.toBeNull();
    expect(await read(id)).toMatchObject({ state: 'published', version: 6, publishedVersion: 6 });
  });

  it('loses its recording only where an admin says so', async () => {
    const { id } = await create('eight');
    await narrate(id, 1, 'en');
    await test.runJobs();
    await publish(id, 2);
    const source = build('eighth') as never;
    await admin.call('PUT /api/admin/contents/:id', {
      params: { id },
      body: { version: 2, source },
    });
    expect((await publish(id, 3)).status).toBe(409);
    expect((await hear(id)).recordingUrl).not.toBeNull();
    expect((await publish(id, 3, { losesRecordings: true })).status).toBe(200);
    expect((await hear(id)).recordingUrl).toBeNull();
  });
});

describe('a recording that may be another one', () => {
  it('is shown with the reason, and published once an admin has confirmed it', async () => {
    const { id } = await create('wrong');
    const sound = createTestWav([{ seconds: 11, level: 0.5 }]);
    const body = { version: 1, language: 'en' as const, uploadId: await uploadFile(admin, sound) };
    const { recordings } = (
      await admin.call('PUT /api/admin/contents/:id/recording', { params: { id }, body })
    ).body;
    expect(recordings.en).toMatchObject({ fits: true, doubts: [{ kind: 'too_short', found: 11 }] });
    const refused = await publish(id, 2);
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'recording_doubtful']);
    const later = {
      version: 2,
      state: 'scheduled' as const,
      publishAt: new Date(test.clock().getTime() + 3_600_000).toISOString(),
    };
    const scheduled = await admin.call('PUT /api/admin/contents/:id/state', {
      params: { id },
      body: later,
    });
    expect(scheduled.status).toBe(409);
    expect((await publish(id, 2, { confirmsRecordings: true })).body).toMatchObject({
      state: 'published',
      recordings: { en: { doubts: [] } },
    });
    expect((await hear(id)).recordingUrl).not.toBeNull();
  });

  it('is no doubt of one that was spoken from its script', async () => {
    const { id } = await create('spoken');
    await narrate(id, 1, 'en');
    await test.runJobs();
    expect((await read(id)).recordings.en).toMatchObject({ fits: true, doubts: [] });
    expect((await publish(id, 2)).status).toBe(200);
  });
});
