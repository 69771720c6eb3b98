import { brotliDecompressSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { createContentFolder } from '#server/testing/library.ts';
import { buildContentDetail } from '#shared/rules/session-detail.ts';
import { importLibrary } from '#server/features/contents/import.ts';
import { contents } from '#server/features/contents/table.ts';

let site: TestApp;
beforeAll(async () => void (site = await createTestApp()));
afterAll(() => site.close());

type Person = Awaited<ReturnType<TestApp['createPerson']>>;
const list = async (person: Person, query: Record<string, string | number> = {}) =>
  (await person.call('GET /api/contents', { query })).body;

describe('the list of sessions', () => {
  beforeAll(async () => {
    const folder = await createContentFolder(
      Array.from({ length: 25 }, (_, index) => ({
        slug: `s${index}`,
        category: index % 5 === 0 ? 'technical' : 'meditation',
        publishedOn: `2026-10-${String(1 + (index % 12)).padStart(2, '0')}`,
        script: `title: A title\nsummary: S\nsource: A book, 2020\n---\nA sentence to say.\n[pause ${10 + ((index * 7) % 25)}]\n`,
      })),
    );
    await importLibrary(site.db, folder);
  });

  async function everything(person: Person, query: Record<string, string | number>) {
    const pages = [];
    let cursor: string | null = '';
    do {
      const page = await list(person, { ...query, ...(cursor && { cursor }) });
      pages.push(page.items);
      cursor = page.nextCursor;
    } while (cursor);
    return pages;
  }

  it('comes in pages of 20, newest first, without gap or repetition', async () => {
    const pages = await everything(await site.createPerson(), {});
    expect(pages.map(({ length }) => length)).toEqual([20, 5]);
    const all = pages.flat();
    expect(new Set(all.map(({ id }) => id)).size).toBe(25);
    const dates = all.map(({ publishedAt }) => publishedAt);
    expect(dates).toEqual(dates.toSorted().toReversed());
  });

  it('comes shortest first when asked', async () => {
    const all = (
      await everything(await site.createPerson(), { sort: 'shortest', limit: 4 })
    ).flat();
    const lengths = all.map(({ durationMs }) => durationMs);
    expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
    expect(all).toHaveLength(25);
  });

  it('keeps to one category', async () => {
    const { items, total } = await list(await site.createPerson(), { category: 'technical' });
    expect(total).toBe(5);
    expect(items.map(({ category }) => category)).toEqual(Array(5).fill('technical'));
  });

  it('keeps to a situation, to a fear, or to what is made for the seat', async () => {
    const ada = await site.createPerson();
    const { body: all } = await ada.call('GET /api/contents', { query: { situation: 'cruise' } });
    expect(all.items).toHaveLength(20);
    expect((await list(ada, { situation: 'landing' })).items).toEqual([]);
    expect((await list(ada, { form: 'seat' })).items).toEqual([]);
    const seat = { slug: 'seat-x', form: 'seat', situations: ['landing', 'after'] } as const;
    const areas = ['pre_flight_worry', 'fear_no_escape', 'fear_losing_control'] as const;
    const folder = await createContentFolder([
      { ...seat, situations: [...seat.situations], areas: [...areas] },
    ]);
    await importLibrary(site.db, folder);
    await site.db.update(contents).set({ unpublishedAt: null });
    const queries: Record<string, string>[] = [
      { situation: 'after' },
      { form: 'seat' },
      { situation: 'after', fear: 'shut-in' },
    ];
    const panic = await list(ada, { situation: 'after', fear: 'panicking' });
    expect([panic.items, panic.total]).toEqual([[], 0]);
    for (const query of queries)
      expect((await list(ada, query)).items.map(({ slug }) => slug)).toEqual(['seat-x']);
    await site.db.delete(contents).where(eq(contents.slug, 'seat-x'));
    expect(
      (await ada.call('GET /api/contents', { query: { situation: 'moon' as 'home' } })).status,
    ).toBe(400);
  });

  it('neither repeats nor hides a session when one is published between two pages', async () => {
    const ada = await site.createPerson();
    const first = await list(ada, { limit: 20 });
    const folder = await createContentFolder([{ slug: 'newer', publishedOn: '2026-11-20' }]);
    await importLibrary(site.db, folder);
    // The importer withdrew the others, whose folders are not in this one: put them back.
    await site.db.update(contents).set({ unpublishedAt: null });
    const second = await list(ada, { limit: 20, cursor: first.nextCursor ?? '' });
    const seen = [...first.items, ...second.items].map(({ id }) => id);
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('speaks the language of the profile', async () => {
    const french = await site.createPerson({ language: 'fr' });
    const english = await site.createPerson({ language: 'en' });
    expect((await list(french)).items[0]).toMatchObject({ language: 'fr' });
    expect((await list(english)).items[0]?.title).toMatch(/ en$/);
  });

  it.each([
    'not JSON',
    '{"sort":"newest"}',
    '{"sort":"newest","key":"0000-01-01T00:00:00Z","id":"019a0000-0000-7000-8000-000000000000"}',
  ])('refuses a cursor made of %s', async (place) => {
    const ada = await site.createPerson();
    const query = { cursor: Buffer.from(place).toString('base64url') };
    const { status, body } = await ada.call('GET /api/contents', { query });
    expect([status, body.error?.fields]).toEqual([400, { cursor: 'not_a_cursor' }]);
  });

  it('refuses the cursor of another order', async () => {
    const ada = await site.createPerson();
    const { nextCursor } = await list(ada, { limit: 2 });
    const query = { cursor: nextCursor ?? '', sort: 'shortest' };
    expect((await ada.call('GET /api/contents', { query })).status).toBe(400);
  });
});

describe('all texts in one reply', () => {
  it('tell of each session, with what the person did, what its own reply tells', async () => {
    const folder = await createContentFolder([
      {
        slug: 'rated',
        script:
          'title: A title\nsummary: S\nsource: A book, 2020\n---\nSay it.\n[pause 10]\n[rate fear]\nGo on.\n',
      },
      { slug: 'plain' },
    ]);
    await importLibrary(site.db, folder);
    const ada = await site.createPerson();
    const { items } = await list(ada);
    const rated = items.find(({ slug }) => slug === 'rated');
    const plain = items.find(({ slug }) => slug === 'plain');
    if (!rated || !plain) throw new Error('not imported');
    const at = (secondsAgo: number) =>
      new Date(site.clock().getTime() - secondsAgo * 1000).toISOString();
    await ada.call('POST /api/listens', {
      body: {
        id: crypto.randomUUID(),
        contentId: rated.id,
        startedAt: at(60),
        endedAt: at(30),
        positionMs: 20_000,
        listenedMs: 30_000,
        completed: true,
        timeZone: 'Europe/Paris',
        selfRatings: [{ cue: 2, name: 'fear', value: 7, ratedAt: at(40) }],
      },
    });
    await ada.call('PUT /api/contents/:id/rating', {
      params: { id: plain.id },
      body: { rating: 'very_helpful', ratedAt: at(20) },
    });
    const texts = (await ada.call('GET /api/contents/texts')).body;
    const done = (await ada.call('GET /api/contents/progress')).body;
    expect(done.progress).toHaveLength(1);
    for (const session of (await list(ada)).items) {
      const text = texts.items.find(({ id }) => id === session.id);
      const own = await ada.call('GET /api/contents/:id', { params: { id: session.id } });
      expect(text && buildContentDetail(session, text, done)).toEqual(own.body);
    }
    expect(texts.items).toHaveLength(2);
  });

  it('are compressed once for everybody, anew when something is published', async () => {
    const ada = await site.createPerson();
    const ask = (encoding: string) =>
      site.app.inject({
        url: '/api/contents/texts',
        headers: { cookie: ada.cookie(), 'accept-encoding': encoding },
      });
    const plain = await ask('identity');
    const small = await ask('gzip, br');
    expect(small.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
    expect(String(brotliDecompressSync(small.rawPayload))).toBe(plain.body);
    await site.db.update(contents).set({ unpublishedAt: site.clock() });
    expect((await ask('identity')).json()).toEqual({ language: 'en', items: [] });
  });
});

describe('a session somebody passed on', () => {
  it('is read by anybody in either language, and of its script the first minute', async () => {
    const script =
      'title: A title\nsummary: What.\n---\nSay this.\n[pause 30]\nAnd this.\n[pause 60]\nNot this.\n';
    await importLibrary(site.db, await createContentFolder([{ slug: 'passed-on', script }]));
    const [shown] = (await list(await site.createPerson())).items;
    const params = { id: shown?.id ?? '' };
    const { status, body } = await site
      .createBrowser()
      .call('GET /api/shared-sessions/:id', { params, query: { language: 'fr' } });
    expect([status, body.title]).toEqual([200, 'passed-on fr']);
    expect(Object.keys(body).toSorted()).toEqual([
      'category',
      'durationMs',
      'excerpt',
      'id',
      'isFree',
      'kind',
      'language',
      'situations',
      'summary',
      'title',
    ]);
    expect(body.excerpt?.map((cue) => (cue.type === 'say' ? cue.text : cue.type))).toEqual([
      'Say this.',
      'pause',
      'And this.',
    ]);
    expect(JSON.stringify(body)).not.toContain('Not this');
  });

  it('is open to everybody from beginning to end where it is free, and opens nothing else', async () => {
    const script = 'title: A title\nsummary: What.\n---\nSay this.\n[pause 90]\nAnd this.\n';
    const free = { slug: 'free', access: 'free' as const, script };
    const closed = { slug: 'closed', script };
    await importLibrary(site.db, await createContentFolder([free, closed]));
    const { items } = await list(await site.createPerson());
    const people = {
      signedOut: site.createBrowser(),
      onboarding: await site.createPerson({ state: 'onboarding' }),
      no_pass: await site.createPerson({ state: 'no_pass' }),
      pass: await site.createPerson(),
    };
    for (const [state, own] of Object.entries(people))
      for (const { id, slug } of items) {
        const params = { id };
        const { body } = await own.call('GET /api/shared-sessions/:id', { params, query: {} });
        expect([body.isFree, body.excerpt?.length], state).toEqual(
          slug === 'free' ? [true, 3] : [false, 1],
        );
        const whole = await own.call('GET /api/contents/:id', { params });
        expect(whole.status, `${state}, ${slug}`).toBe(
          state === 'pass' ? 200 : state === 'signedOut' ? 401 : 403,
        );
      }
  });

  it('is nobody’s to read once it is unpublished', async () => {
    const [shown] = (await list(await site.createPerson())).items;
    await site.db.update(contents).set({ unpublishedAt: new Date() });
    const { status, body } = await site
      .createBrowser()
      .call('GET /api/shared-sessions/:id', { params: { id: shown?.id ?? '' }, query: {} });
    expect([status, body.error?.code]).toEqual([404, 'content_not_found']);
  });
});
