import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import type { TestPerson } from '#server/testing/people.ts';

let site: TestApp;
beforeAll(async () => void (site = await createTestApp({ clock: '2026-11-21T12:00:00Z' })));
afterAll(() => site.close());

const timeZone = 'Europe/Paris';
const dashboard = async (person: TestPerson) =>
  (await person.call('GET /api/dashboard', { query: { timeZone } })).body;
const breathe = (person: TestPerson, changed: object = {}) =>
  person.call('POST /api/practices', {
    body: {
      id: randomUUID(),
      pattern: 'long_exhale' as const,
      startedAt: '2026-11-21T10:00:00.000Z',
      endedAt: '2026-11-21T10:05:00.000Z',
      practisedMs: 300_000,
      timeZone,
      ...changed,
    },
  });

describe('a breathing exercise', () => {
  it('counts as practice and as a day, and once however often it arrives', async () => {
    const ada = await site.createPerson();
    const id = randomUUID();
    for (const _ of [1, 2]) expect((await breathe(ada, { id })).status).toBe(200);
    expect(await dashboard(ada)).toMatchObject({
      practiceMs: 300_000,
      latestPracticeId: id,
      dayStreak: 1,
      totalSessions: 0,
    });
    await breathe(ada, {
      startedAt: '2026-11-20T10:00:00.000Z',
      endedAt: '2026-11-20T10:05:00.000Z',
    });
    expect(await dashboard(ada)).toMatchObject({
      practiceMs: 600_000,
      latestPracticeId: id,
      dayStreak: 2,
    });
  });

  it('named like another one is refused, and one whose clock runs ahead is still itself', async () => {
    const ada = await site.createPerson();
    const ahead = {
      id: randomUUID(),
      endedAt: '2026-11-21T14:00:00.000Z',
      practisedMs: 80_000_000,
    };
    for (const _ of [1, 2]) {
      expect((await breathe(ada, ahead)).status).toBe(200);
      site.clock.advance(1000);
    }
    for (const other of [{ practisedMs: 1 }, { pattern: 'box' }, { timeZone: 'Asia/Tokyo' }]) {
      const refused = await breathe(ada, { ...ahead, ...other });
      expect([refused.status, refused.body.error?.code]).toEqual([409, 'conflict']);
    }
  });

  it('never lasts longer than from its beginning to its end', async () => {
    const ada = await site.createPerson();
    await breathe(ada, { practisedMs: 80_000_000 });
    expect((await dashboard(ada)).practiceMs).toBe(300_000);
  });

  it('of no known pattern is refused', async () => {
    const ada = await site.createPerson();
    expect((await breathe(ada, { pattern: 'fire' })).status).toBe(400);
  });
});
