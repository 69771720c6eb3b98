// @module-tag whole

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { importLibraryAndUpdateSearchIndex } from '#server/import-content.ts';
import { createSpeechSynthesiser } from '#server/features/generation/speaker/service.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { createContentFolder } from '#server/testing/library.ts';
import { createTestMediaStore } from '#server/testing/media.ts';
import type { TestPerson } from '#server/testing/people.ts';
import { startFakeGenerationProviders } from '#server/testing/generation-providers.ts';

let providers: Awaited<ReturnType<typeof startFakeGenerationProviders>>;
let files: Awaited<ReturnType<typeof createTestMediaStore>>;
let test: TestApp;
let admin: TestPerson;
const SENTENCES = 24;
/** A script without faults, whose sentences are all different. */
const script = (slug: string) => {
  const lines = Array.from(
    { length: SENTENCES },
    (_, at) => `Breathe in slowly, and let the ${slug} air ${at} leave by itself.\n[pause 5]`,
  );
  return `title: A title\nsummary: A summary.\n---\n${lines.join('\n')}\n`;
};
const getCharacters = (slug: string) =>
  script(slug)
    .split('\n')
    .filter((line) => line.startsWith('Breathe'))
    .reduce((sum, line) => sum + line.length, 0);

beforeAll(async () => {
  [providers, files] = await Promise.all([startFakeGenerationProviders(), createTestMediaStore()]);
});
afterAll(async () => {
  await providers.close();
  await files.remove();
});
afterEach(async () => {
  providers.letGo();
  await test.close();
  providers.asked.length = 0;
  providers.spoken.length = 0;
});

let opened = 0;
/** Opens a site with these sessions on show, whose words were not spoken yet; the last is met first. */
async function open(...names: string[]) {
  const { generation } = providers;
  test = await createTestApp({ media: files.media, generation });
  opened += 1;
  const slugs = names.map((name) => `${name}-${opened}`);
  const folder = await createContentFolder(
    slugs.map((slug) => ({ slug, script: script(slug) })),
    [{ slug: 'first', lessons: slugs.slice(-1) }],
  );
  await importLibraryAndUpdateSearchIndex(test.db, folder);
  admin = await test.createPerson({ state: 'admin' });
  return slugs;
}
const plan = async () => (await admin.call('GET /api/admin/narration')).body;
const latest = async () => (await admin.call('GET /api/admin/narration/runs')).body.run;
const start = (ceiling: number | null = null, publishes = true) =>
  admin.call('POST /api/admin/narration/runs', { body: { ceiling, publishes } });
type Change = { action: 'pause' | 'resume' | 'cancel' | 'again'; ceiling?: number | null };
const change = async (body: Change) =>
  admin.call('PUT /api/admin/narration/runs/:id', {
    params: { id: (await latest())?.id ?? '' },
    body,
  });
/** Runs the steps of the run until none is queued. */
async function work() {
  while ((await test.runJobs()).some(({ name }) => name === 'narrate'));
}
const find = async (slug: string) => {
  const { sessions } = (await admin.call('GET /api/admin/contents')).body;
  return sessions.find((one) => one.slug === slug)?.id ?? '';
};
const hear = async (slug: string, language: 'en' | 'fr') => {
  const member = await test.createPerson({ language });
  const id = await find(slug);
  return (await member.call('GET /api/contents/:id', { params: { id } })).body.recordingUrl;
};
const expectEachOnce = () => expect(providers.spoken).toEqual([...new Set(providers.spoken)]);

describe('what is missing', () => {
  it('is listed in the order in which people meet it, with what it costs', async () => {
    const [late = '', early = ''] = await open('late', 'early');
    const { missing, characters, cost, ...rest } = await plan();
    expect(missing.map(({ title, language }) => [title, language])).toEqual([
      [`${early} en`, 'en'],
      [`${early} fr`, 'fr'],
      [`${late} en`, 'en'],
      [`${late} fr`, 'fr'],
    ]);
    expect(missing[0]).toMatchObject({ reason: 'missing', sentences: SENTENCES });
    expect(characters).toBe(2 * (getCharacters(early) + getCharacters(late)));
    expect(cost).toBeCloseTo((characters * 15) / 1e6);
    expect(rest).toEqual({ speaker: 'a-voice', currency: 'EUR', price: 15, atOnce: 4 });
    expect(await latest()).toBeNull();
  });

  it('is of a session whose words have changed only what changed', async () => {
    const [slug = ''] = await open('typo');
    await start();
    await work();
    expect((await plan()).missing).toEqual([]);
    const id = await find(slug);
    const { version, source } = (
      await admin.call('GET /api/admin/contents/:id', { params: { id } })
    ).body;
    const en = source.scripts.en.replace('air 7', 'breeze 7');
    const body = { version, source: { ...source, scripts: { ...source.scripts, en } } };
    await admin.call('PUT /api/admin/contents/:id', { params: { id }, body });
    const sentence = `Breathe in slowly, and let the ${slug} breeze 7 leave by itself.`;
    expect(await plan()).toMatchObject({
      missing: [{ language: 'en', reason: 'changed', characters: sentence.length }],
      characters: sentence.length,
    });
  });
});

describe('a run', () => {
  it('speaks everything, several sentences at once and none twice, and people hear it', async () => {
    const [one = '', two = ''] = await open('one', 'two');
    providers.hold();
    const started = await start();
    expect([started.status, started.body.run]).toMatchObject([
      202,
      { state: 'running', recordings: { done: 0, total: 4 } },
    ]);
    expect((await start()).body.error?.code).toBe('conflict');
    const working = work();
    await expect.poll(() => providers.asked.length).toBe(4);
    expect((await latest())?.current).toEqual({ title: `${two} en`, language: 'en' });
    providers.letGo();
    await working;
    const run = await latest();
    expect(run).toMatchObject({
      state: 'done',
      recordings: { done: 4, total: 4 },
      sentences: { done: 4 * SENTENCES, total: 4 * SENTENCES },
      characters: 2 * (getCharacters(one) + getCharacters(two)),
      current: null,
      failures: [],
    });
    expect(run?.cost).toBeCloseTo(((run?.characters ?? 0) * 15) / 1e6);
    expect(providers.spoken).toHaveLength(4 * SENTENCES);
    expectEachOnce();
    for (const slug of [one, two])
      for (const language of ['en', 'fr'] as const)
        expect(await hear(slug, language)).toMatch(/\.mp3$/);
    expect((await start()).body.error?.code).toBe('not_found');
    const { entries } = (await admin.call('GET /api/admin/audit')).body;
    expect(entries.map(({ action }) => action)).toContain('narration.start');
  });

  it('begins the next recording while the last sentences of one are spoken', async () => {
    const [slug = ''] = await open('ahead');
    await start();
    providers.hold(SENTENCES - 2);
    const working = work();
    // Two of the first recording, and two of the next: never fewer at once than the setting says.
    await expect.poll(() => providers.asked.length).toBe(SENTENCES + 2);
    expect((await latest())?.recordings.done).toBe(0);
    providers.letGo();
    await working;
    expect(await latest()).toMatchObject({
      state: 'done',
      recordings: { done: 2, total: 2 },
      characters: 2 * getCharacters(slug),
    });
    expectEachOnce();
  });

  it('is paused after the sentences under way of both recordings in hand', async () => {
    const [slug = ''] = await open('both');
    await start();
    providers.hold(SENTENCES - 2);
    const working = work();
    await expect.poll(() => providers.asked.length).toBe(SENTENCES + 2);
    await change({ action: 'pause' });
    providers.letGo();
    await working;
    expect(providers.spoken).toHaveLength(SENTENCES + 2);
    // The first needs no other sentence, and is heard.
    expect(await latest()).toMatchObject({ state: 'paused', recordings: { done: 1 } });
    expect((await latest())?.sentences.done).toBe(SENTENCES + 2);
    await change({ action: 'resume' });
    await work();
    expect(await latest()).toMatchObject({
      state: 'done',
      characters: 2 * getCharacters(slug),
    });
    expectEachOnce();
  });

  it('goes on in a job of its own after ten minutes', async () => {
    await open('long', 'longer');
    await start();
    providers.hold(SENTENCES - 2);
    const working = test.runJobs();
    await expect.poll(() => providers.asked.length).toBe(SENTENCES + 2);
    test.clock.advance(11 * 60_000);
    providers.letGo();
    const jobs = [...(await working), ...(await test.runJobs())];
    expect(jobs.filter(({ name }) => name === 'narrate')).toHaveLength(2);
    expect(await latest()).toMatchObject({ state: 'done', recordings: { done: 4 } });
    expectEachOnce();
  });

  it('leaves what is heard as it is where nothing is to be published', async () => {
    const [slug = ''] = await open('kept');
    await start(null, false);
    await work();
    expect(await latest()).toMatchObject({ state: 'done', publishes: false });
    expect(await hear(slug, 'en')).toBeNull();
    expect((await plan()).missing).toEqual([]);
  });

  it('is paused after the sentences under way, and goes on where it was', async () => {
    await open('paused');
    await start();
    providers.hold();
    const working = work();
    await expect.poll(() => providers.asked.length).toBe(4);
    expect((await change({ action: 'pause' })).body.run).toMatchObject({
      state: 'paused',
      reason: 'asked',
    });
    expect((await change({ action: 'pause' })).body.error?.code).toBe('conflict');
    providers.letGo();
    await working;
    expect(providers.spoken).toHaveLength(4);
    expect((await latest())?.sentences.done).toBe(4);
    await change({ action: 'resume' });
    await work();
    expect(await latest()).toMatchObject({ state: 'done', reason: null });
    expect(providers.spoken).toHaveLength(2 * SENTENCES);
    expectEachOnce();
  });

  it('stops before its ceiling would be passed, and goes on with a higher one', async () => {
    const [slug = ''] = await open('dear');
    const ceiling = getCharacters(slug) + 10;
    await start(ceiling);
    await work();
    const paused = await latest();
    expect(paused).toMatchObject({ state: 'paused', reason: 'ceiling', ceiling });
    expect(paused?.characters).toBeLessThanOrEqual(ceiling);
    expect(paused?.recordings.done).toBe(1);
    await change({ action: 'resume', ceiling: null });
    await work();
    expect(await latest()).toMatchObject({ state: 'done', ceiling: null });
    expectEachOnce();
  });

  it('gathers what failed, and tries it again', async () => {
    const [, two = ''] = await open('well', 'ill');
    providers.trouble({ status: 400 });
    await start();
    await work();
    const run = await latest();
    expect(run).toMatchObject({ state: 'done', recordings: { done: 3, total: 4 } });
    expect(run?.failures).toMatchObject([
      { title: `${two} en`, language: 'en', failure: 'provider_refused' },
    ]);
    expect((await change({ action: 'again' })).body.run).toMatchObject({
      state: 'running',
      failures: [],
    });
    await work();
    expect(await latest()).toMatchObject({ state: 'done', recordings: { done: 4, total: 4 } });
    expectEachOnce();
  });

  it('pauses when the provider is away, without asking for all the rest', async () => {
    await open('a', 'b', 'c');
    providers.trouble(...Array.from({ length: 60 }, () => ({ status: 503 })));
    await start();
    await work();
    expect(await latest()).toMatchObject({ state: 'paused', reason: 'provider' });
    expect((await latest())?.failures).toHaveLength(3);
    providers.forget();
    await change({ action: 'again' });
    await work();
    expect(await latest()).toMatchObject({ state: 'done', recordings: { done: 6, total: 6 } });
  });

  it('is cancelled for good, and what was spoken is kept', async () => {
    await open('gone');
    await start();
    expect((await change({ action: 'cancel' })).body.run.state).toBe('cancelled');
    await work();
    expect(providers.asked).toEqual([]);
    expect((await change({ action: 'resume' })).body.error?.code).toBe('conflict');
    expect((await start()).status).toBe(202);
  });
});

it('a provider that is too slow has failed', async () => {
  await open('slow');
  providers.hold();
  const voices = { en: 'ada', fr: 'zoe' };
  const speaker = createSpeechSynthesiser({ url: providers.url, model: 'slow', voices }, [1], 1000);
  const signal = new AbortController().signal;
  const how = { voice: null, speed: null, style: null, take: 0 };
  const hello = { text: 'Hello.', language: 'en', ...how } as const;
  await expect(speaker.speak(hello, signal)).rejects.toMatchObject({
    failure: 'provider_unreachable',
  });
  expect(providers.asked).toHaveLength(2);
});
