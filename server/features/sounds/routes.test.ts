import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import type { TestPerson } from '#server/testing/people.ts';

let site: TestApp;
beforeAll(async () => void (site = await createTestApp({ clock: '2026-11-21T12:00:00Z' })));
afterAll(() => site.close());

const hear = (person: TestPerson, changed: object = {}) =>
  person.call('POST /api/sound-practices', {
    body: {
      id: randomUUID(),
      sound: 'gear_down' as const,
      at: '2026-11-21T10:00:00.000Z',
      sure: 60,
      knew: false,
      ...changed,
    },
  });
const list = async (person: TestPerson) =>
  (await person.call('GET /api/sound-practices')).body.items;

describe('the practice of sounds', () => {
  it('is kept once however often it arrives, the latest first, and stays with its owner', async () => {
    const [ada, bob] = [await site.createPerson(), await site.createPerson()];
    const id = randomUUID();
    for (const _ of [1, 2]) expect((await hear(ada, { id })).status).toBe(200);
    await hear(ada, { sound: 'chime_single', at: '2026-11-21T11:00:00.000Z', knew: true });
    const items = await list(ada);
    expect(items.map(({ sound, knew }) => [sound, knew])).toEqual([
      ['chime_single', true],
      ['gear_down', false],
    ]);
    expect(items[1]).toEqual({
      id,
      sound: 'gear_down',
      at: '2026-11-21T10:00:00.000Z',
      sure: 60,
      knew: false,
    });
    expect(await list(bob)).toEqual([]);
  });

  it('named like another one is refused, and one from a clock that runs ahead counts as now', async () => {
    const ada = await site.createPerson();
    const id = randomUUID();
    await hear(ada, { id, at: '2026-11-22T10:00:00.000Z' });
    expect((await list(ada))[0]?.at.slice(0, 10)).toBe('2026-11-21');
    const refused = await hear(ada, { id, sure: 1 });
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'conflict']);
  });

  it.each([{ sound: 'explosion' }, { sure: 101 }, { sure: 1.5 }, { knew: 'yes' }, { at: 'noon' }])(
    'is refused where it is none (%o)',
    async (wrong) => {
      const ada = await site.createPerson();
      expect((await hear(ada, wrong)).status).toBe(400);
    },
  );
});
