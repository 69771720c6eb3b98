import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importLibrary } from '#server/features/contents/import.ts';
import { contents } from '#server/features/contents/table.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { createContentFolder } from '#server/testing/library.ts';
import { computeListeningProgress } from '#shared/rules/listens.ts';
import { sessionRatings } from './table.ts';

let site: TestApp;
let contentId: string;
let freeId: string;
beforeAll(async () => {
  site = await createTestApp({ clock: '2026-11-21T12:00:00Z' });
  const sessions = [{ slug: 'one' }, { slug: 'free', access: 'free' as const }];
  await importLibrary(site.db, await createContentFolder(sessions));
  const { body } = await (await site.createPerson()).call('GET /api/contents');
  const findId = (slug: string) => body.items.find((item) => item.slug === slug)?.id ?? '';
  contentId = findId('one');
  freeId = findId('free');
});
afterAll(() => site.close());

const listen = (change: object = {}) => ({
  body: {
    id: randomUUID(),
    contentId,
    startedAt: '2026-11-21T11:00:00Z',
    endedAt: '2026-11-21T11:01:00Z',
    positionMs: 10_000,
    listenedMs: 10_000,
    completed: false,
    timeZone: 'Europe/Paris',
    ...change,
  },
});
const rate = (rating: string, ratedAt = '2026-11-21T11:30:00Z') => ({
  params: { id: contentId },
  body: { rating, ratedAt },
});

describe('a listen', () => {
  it('sent twice counts once', async () => {
    const ada = await site.createPerson();
    const sent = listen();
    await ada.call('POST /api/listens', sent);
    const { body } = await ada.call('POST /api/listens', sent);
    expect(body).toMatchObject({ listenedMs: 10_000, positionMs: 10_000 });
  });

  it('to a free session needs no pass, and to any other it does', async () => {
    const ada = await site.createPerson({ state: 'no_pass' });
    const free = await ada.call('POST /api/listens', listen({ contentId: freeId }));
    expect(free.body).toMatchObject({ contentId: freeId, listenedMs: 10_000 });
    const other = await ada.call('POST /api/listens', listen());
    expect([other.status, other.body]).toMatchObject([403, { error: { code: 'pass_required' } }]);
    const unknown = await ada.call('POST /api/listens', listen({ contentId: randomUUID() }));
    expect(unknown.status).toBe(404);
  });

  it('sent ten times at once counts once', async () => {
    const ada = await site.createPerson();
    const sent = listen();
    await Promise.all(Array.from({ length: 10 }, () => ada.call('POST /api/listens', sent)));
    expect((await ada.call('POST /api/listens', sent)).body.listenedMs).toBe(10_000);
  });

  it('arriving late adds its time and does not move the position back', async () => {
    const ada = await site.createPerson();
    await ada.call('POST /api/listens', listen({ positionMs: 15_000 }));
    const late = listen({ endedAt: '2026-11-21T11:00:30Z', positionMs: 3000 });
    const { body } = await ada.call('POST /api/listens', late);
    expect(body).toMatchObject({ positionMs: 15_000, listenedMs: 20_000 });
  });

  it('completes a session, which stays completed when it is begun again', async () => {
    const ada = await site.createPerson();
    await ada.call('POST /api/listens', listen({ completed: true }));
    await ada.call('POST /api/listens', listen({ endedAt: '2026-11-21T11:50:00Z', positionMs: 1 }));
    const { body } = await ada.call('GET /api/contents/:id', { params: { id: contentId } });
    expect(body).toMatchObject({ completed: true, positionMs: 1 });
    expect(body.completedAt).toBe('2026-11-21T11:01:00.000Z');
  });

  it('of a clock that runs ahead is taken as now', async () => {
    const ada = await site.createPerson();
    await ada.call(
      'POST /api/listens',
      listen({ completed: true, endedAt: '2030-01-01T00:00:00Z' }),
    );
    const { body } = await ada.call('GET /api/contents/:id', { params: { id: contentId } });
    expect(body.completedAt).toBe('2026-11-21T12:00:00.000Z');
  });

  it('adds up beyond a day', async () => {
    const ada = await site.createPerson();
    const long = { startedAt: '2026-11-19T12:00:00Z', listenedMs: 86_000_000 };
    await ada.call('POST /api/listens', listen(long));
    const { status, body } = await ada.call('POST /api/listens', listen(long));
    expect([status, body.listenedMs]).toEqual([200, 172_000_000]);
  });

  it('longer than the time that passed is refused', async () => {
    const ada = await site.createPerson();
    const { status, body } = await ada.call('POST /api/listens', listen({ listenedMs: 200_000 }));
    expect([status, body.error?.fields]).toEqual([400, { listenedMs: 'out_of_range' }]);
  });

  it.each([
    ['another place', { positionMs: 12_000 }],
    ['another length', { listenedMs: 11_000 }],
    ['another end', { endedAt: '2026-11-21T11:59:00Z' }],
    ['a completion', { completed: true }],
  ])('sent again with %s is refused and changes nothing', async (_, change) => {
    const ada = await site.createPerson();
    const sent = listen();
    const first = await ada.call('POST /api/listens', sent);
    const other = await ada.call('POST /api/listens', { body: { ...sent.body, ...change } });
    expect([other.status, other.body.error?.code]).toEqual([409, 'conflict']);
    expect((await ada.call('POST /api/listens', sent)).body).toEqual(first.body);
  });

  it('of a clock that runs ahead, or past the end, is the same when sent again', async () => {
    const ada = await site.createPerson();
    const sent = listen({ endedAt: '2030-01-01T00:00:00Z', positionMs: 80_000_000 });
    const first = await ada.call('POST /api/listens', sent);
    const again = await ada.call('POST /api/listens', sent);
    expect([again.status, again.body]).toEqual([200, first.body]);
  });

  it('of a session nobody knows is refused', async () => {
    const ada = await site.createPerson();
    const { status, body } = await ada.call(
      'POST /api/listens',
      listen({ contentId: randomUUID() }),
    );
    expect([status, body.error?.code]).toEqual([404, 'content_not_found']);
  });

  it('belongs to one person, even under the same id', async () => {
    const ada = await site.createPerson();
    const eve = await site.createPerson();
    const sent = listen();
    await ada.call('POST /api/listens', sent);
    const { body } = await eve.call('POST /api/listens', sent);
    expect(body.listenedMs).toBe(10_000);
  });
});

describe('listens of several devices', () => {
  const instants = ['10:00:00', '10:00:00', '10:01:00', '10:02:00'];
  const stretch = fc.record({
    endedAt: fc.constantFrom(...instants).map((time) => `2026-11-21T${time}Z`),
    positionMs: fc.integer({ min: 0, max: 15_000 }),
    listenedMs: fc.integer({ min: 0, max: 20_000 }),
    completed: fc.boolean(),
  });
  const made = fc.array(stretch, { minLength: 1, maxLength: 6 }).chain((list) =>
    fc.tuple(
      fc.constant(list),
      fc.shuffledSubarray([...list.keys(), ...list.keys()], {
        minLength: list.length * 2,
        maxLength: list.length * 2,
      }),
    ),
  );

  it('come to one state in whatever order, and however often they are sent', async () => {
    await fc.assert(
      fc.asyncProperty(made, async ([list, order]) => {
        const ada = await site.createPerson();
        const sent = list.map((change) => listen({ ...change, startedAt: '2026-11-21T09:00:00Z' }));
        for (const index of order) await ada.call('POST /api/listens', sent[index]);
        const { body } = await ada.call('POST /api/listens', sent[0]);
        const folded = computeListeningProgress(
          sent.map(({ body: one }) => ({ ...one, endedAt: Date.parse(one.endedAt) })),
        );
        expect({
          positionMs: body.positionMs,
          lastListenedAt: Date.parse(body.listenedAt),
          listenedMs: body.listenedMs,
          completedAt: body.completedAt === null ? null : Date.parse(body.completedAt),
        }).toEqual(folded);
      }),
      { numRuns: 15 },
    );
  });
});

describe('a session that is unpublished while it is heard', () => {
  it('keeps what is heard and said of it, and says that it is unpublished', async () => {
    const ada = await site.createPerson();
    await site.db.update(contents).set({ unpublishedAt: new Date('2026-11-21T11:00:00Z') });
    const { status, body } = await ada.call('POST /api/listens', listen({ completed: true }));
    expect([status, body.unpublished, body.listenedMs]).toEqual([200, true, 10_000]);
    expect((await ada.call('PUT /api/contents/:id/rating', rate('very_helpful'))).status).toBe(200);
    await site.db.update(contents).set({ unpublishedAt: null });
    const after = await ada.call('GET /api/contents/:id', { params: { id: contentId } });
    expect(after.body).toMatchObject({ completed: true, rating: 'very_helpful' });
  });
});

describe('a rating', () => {
  it('given twenty times at once is one, the latest, whatever comes first', async () => {
    const ada = await site.createPerson();
    const words = ['not_helpful', 'very_helpful', 'somewhat_helpful'] as const;
    const given = Array.from({ length: 20 }, (_, index) =>
      rate(words[index % 3] ?? '', `2026-11-21T11:${30 + index}:00Z`),
    );
    // The newest in the middle: neither the first nor the last to come.
    const shuffled = [...given.slice(10), ...given.slice(0, 10)];
    const replies = await Promise.all(
      shuffled.map((one) => ada.call('PUT /api/contents/:id/rating', one)),
    );
    expect(replies.map(({ status }) => status)).toEqual(replies.map(() => 200));
    const { body } = await ada.call('GET /api/contents/:id', { params: { id: contentId } });
    expect(body.rating).toBe(given.at(-1)?.body.rating);
    const rows = await site.db
      .select()
      .from(sessionRatings)
      .where(eq(sessionRatings.userId, ada.id));
    expect(rows).toHaveLength(1);
  });

  it('given twice at the same instant is the same in either order', async () => {
    const kept = async (...words: string[]) => {
      const ada = await site.createPerson();
      for (const word of words) await ada.call('PUT /api/contents/:id/rating', rate(word));
      const { body } = await ada.call('GET /api/contents/:id', { params: { id: contentId } });
      return body.rating;
    };
    expect(await kept('very_helpful', 'not_helpful')).toBe(
      await kept('not_helpful', 'very_helpful'),
    );
  });

  it('is kept, one a session, and changeable', async () => {
    const ada = await site.createPerson();
    await ada.call('PUT /api/contents/:id/rating', rate('not_helpful'));
    await ada.call('PUT /api/contents/:id/rating', rate('very_helpful', '2026-11-21T11:31:00Z'));
    const { body } = await ada.call('GET /api/contents/:id', { params: { id: contentId } });
    expect(body.rating).toBe('very_helpful');
  });

  it('given earlier and arriving later does not replace a newer one', async () => {
    const ada = await site.createPerson();
    await ada.call('PUT /api/contents/:id/rating', rate('very_helpful', '2026-11-21T11:40:00Z'));
    const late = rate('not_helpful', '2026-11-21T11:20:00Z');
    const { body } = await ada.call('PUT /api/contents/:id/rating', late);
    expect(body).toMatchObject({ rating: 'very_helpful', ratedAt: '2026-11-21T11:40:00.000Z' });
  });

  it('of a device whose clock is a day wrong is sorted by when it was given', async () => {
    const ada = await site.createPerson();
    const give = (rating: string, hour: number, wrongH: number) => {
      const at = (h: number) =>
        new Date(Date.parse('2026-11-21T00:00:00Z') + (h + wrongH) * 3_600_000).toISOString();
      const headers = { 'x-sent-at': at(12) };
      return ada.call('PUT /api/contents/:id/rating', { ...rate(rating, at(hour)), headers });
    };
    await give('not_helpful', 9, 0);
    expect((await give('very_helpful', 10, -24)).body.rating).toBe('very_helpful');
    expect((await give('somewhat_helpful', 8, 24)).body.rating).toBe('very_helpful');
  });

  it('is one of three words', async () => {
    const ada = await site.createPerson();
    expect((await ada.call('PUT /api/contents/:id/rating', rate('5 stars'))).status).toBe(400);
  });
});
