import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { importLibrary } from '#server/features/library/import.ts';
import { type TestApp, testApp } from '#server/testing/app.ts';
import { contentFolder } from '#server/testing/library.ts';

let site: TestApp;
let contentId: string;
beforeAll(async () => {
  site = await testApp({ clock: '2026-11-21T12:00:00Z' });
  await importLibrary(site.db, await contentFolder([{ slug: 'one' }]));
  const { body } = await (await site.as()).call('GET /api/contents');
  contentId = body.items[0]?.id ?? '';
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
    const ada = await site.as();
    const sent = listen();
    await ada.call('POST /api/listens', sent);
    const { body } = await ada.call('POST /api/listens', sent);
    expect(body).toMatchObject({ listenedMs: 10_000, positionMs: 10_000 });
  });

  it('sent ten times at once counts once', async () => {
    const ada = await site.as();
    const sent = listen();
    await Promise.all(Array.from({ length: 10 }, () => ada.call('POST /api/listens', sent)));
    expect((await ada.call('POST /api/listens', sent)).body.listenedMs).toBe(10_000);
  });

  it('arriving late adds its time and does not move the position back', async () => {
    const ada = await site.as();
    await ada.call('POST /api/listens', listen({ positionMs: 15_000 }));
    const late = listen({ endedAt: '2026-11-21T11:00:30Z', positionMs: 3000 });
    const { body } = await ada.call('POST /api/listens', late);
    expect(body).toMatchObject({ positionMs: 15_000, listenedMs: 20_000 });
  });

  it('completes a session, which stays completed when it is begun again', async () => {
    const ada = await site.as();
    await ada.call('POST /api/listens', listen({ completed: true }));
    await ada.call('POST /api/listens', listen({ endedAt: '2026-11-21T11:50:00Z', positionMs: 1 }));
    const { body } = await ada.call('GET /api/contents/:id', { params: { id: contentId } });
    expect(body).toMatchObject({ completed: true, positionMs: 1 });
    expect(body.completedAt).toBe('2026-11-21T11:01:00.000Z');
  });

  it('of a clock that runs ahead is taken as now', async () => {
    const ada = await site.as();
    await ada.call(
      'POST /api/listens',
      listen({ completed: true, endedAt: '2030-01-01T00:00:00Z' }),
    );
    const { body } = await ada.call('GET /api/contents/:id', { params: { id: contentId } });
    expect(body.completedAt).toBe('2026-11-21T12:00:00.000Z');
  });

  it('adds up beyond a day', async () => {
    const ada = await site.as();
    const long = { startedAt: '2026-11-19T12:00:00Z', listenedMs: 86_000_000 };
    await ada.call('POST /api/listens', listen(long));
    const { status, body } = await ada.call('POST /api/listens', listen(long));
    expect([status, body.listenedMs]).toEqual([200, 172_000_000]);
  });

  it('longer than the time that passed is refused', async () => {
    const ada = await site.as();
    const { status, body } = await ada.call('POST /api/listens', listen({ listenedMs: 200_000 }));
    expect([status, body.error?.fields]).toEqual([400, { listenedMs: 'out_of_range' }]);
  });

  it.each([
    ['another place', { positionMs: 12_000 }],
    ['another length', { listenedMs: 11_000 }],
    ['another end', { endedAt: '2026-11-21T11:59:00Z' }],
    ['a completion', { completed: true }],
  ])('sent again with %s is refused and changes nothing', async (_, change) => {
    const ada = await site.as();
    const sent = listen();
    const first = await ada.call('POST /api/listens', sent);
    const other = await ada.call('POST /api/listens', { body: { ...sent.body, ...change } });
    expect([other.status, other.body.error?.code]).toEqual([409, 'conflict']);
    expect((await ada.call('POST /api/listens', sent)).body).toEqual(first.body);
  });

  it('of a clock that runs ahead, or past the end, is the same when sent again', async () => {
    const ada = await site.as();
    const sent = listen({ endedAt: '2030-01-01T00:00:00Z', positionMs: 80_000_000 });
    const first = await ada.call('POST /api/listens', sent);
    const again = await ada.call('POST /api/listens', sent);
    expect([again.status, again.body]).toEqual([200, first.body]);
  });

  it('of a session nobody knows is refused', async () => {
    const ada = await site.as();
    const { status, body } = await ada.call(
      'POST /api/listens',
      listen({ contentId: randomUUID() }),
    );
    expect([status, body.error?.code]).toEqual([404, 'content_not_found']);
  });

  it('belongs to one person, even under the same id', async () => {
    const [ada, eve] = [await site.as(), await site.as()];
    const sent = listen();
    await ada.call('POST /api/listens', sent);
    const { body } = await eve.call('POST /api/listens', sent);
    expect(body.listenedMs).toBe(10_000);
  });
});

describe('a rating', () => {
  it('is kept, one a session, and changeable', async () => {
    const ada = await site.as();
    await ada.call('PUT /api/contents/:id/rating', rate('not_helpful'));
    await ada.call('PUT /api/contents/:id/rating', rate('very_helpful', '2026-11-21T11:31:00Z'));
    const { body } = await ada.call('GET /api/contents/:id', { params: { id: contentId } });
    expect(body.rating).toBe('very_helpful');
  });

  it('given earlier and arriving later does not replace a newer one', async () => {
    const ada = await site.as();
    await ada.call('PUT /api/contents/:id/rating', rate('very_helpful', '2026-11-21T11:40:00Z'));
    const late = rate('not_helpful', '2026-11-21T11:20:00Z');
    const { body } = await ada.call('PUT /api/contents/:id/rating', late);
    expect(body).toMatchObject({ rating: 'very_helpful', ratedAt: '2026-11-21T11:40:00.000Z' });
  });

  it('is one of three words', async () => {
    const ada = await site.as();
    expect((await ada.call('PUT /api/contents/:id/rating', rate('5 stars'))).status).toBe(400);
  });
});
