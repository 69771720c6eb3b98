import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lockProfileForUpdateIfExists } from '#server/features/account/writes.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import type { TestPerson } from '#server/testing/people.ts';
import { flights } from './table.ts';

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp({ clock: '2026-11-21T12:00:00Z' });
});
afterAll(() => site.close());

const flight = (departsOn: string, more: object = {}) => ({
  body: {
    kind: 'outbound' as const,
    departsOn,
    departsAt: null,
    timeZone: 'Europe/Paris',
    fromAirport: null,
    toAirport: null,
    number: null,
    ...more,
  },
});
const dates = async (own: TestPerson) =>
  (await own.call('GET /api/flights')).body.items.map(({ departsOn }) => departsOn);
const countdown = async (own: TestPerson) => (await own.call('GET /api/users/me')).body.flightDate;
const setDate = (own: TestPerson, flightDate: string | null) =>
  own.call('PUT /api/users/me/flight-date', { body: { flightDate, timeZone: 'Europe/Paris' } });

describe('the flights', () => {
  it('are kept with all that is known of them, a return beside its outbound', async () => {
    const ada = await site.createPerson();
    const details = {
      departsAt: '18:35',
      fromAirport: 'CDG',
      toAirport: 'JFK',
      number: 'AF 8',
    };
    const out = await ada.call('POST /api/flights', flight('2026-12-04', details));
    expect([out.status, out.body]).toMatchObject([201, { ...details, kind: 'outbound' }]);
    await ada.call('POST /api/flights', flight('2026-12-01', { kind: 'return' }));
    const { items } = (await ada.call('GET /api/flights')).body;
    expect(items.map(({ departsOn, kind }) => [departsOn, kind])).toEqual([
      ['2026-12-01', 'return'],
      ['2026-12-04', 'outbound'],
    ]);
    expect(Object.keys(items[0] ?? {})).not.toContain('userId');
  });

  it('put the nearest one on the countdown, and the next when that one is removed', async () => {
    const ada = await site.createPerson();
    await ada.call('POST /api/flights', flight('2027-01-04'));
    const first = (await ada.call('POST /api/flights', flight('2026-12-20'))).body;
    expect(await countdown(ada)).toBe('2026-12-20');
    const params = { id: first.id };
    const moved = { params, body: { departsOn: '2027-02-01' } };
    expect((await ada.call('PATCH /api/flights/:id', moved)).body.departsOn).toBe('2027-02-01');
    expect(await countdown(ada)).toBe('2027-01-04');
    await ada.call('DELETE /api/flights/:id', { params });
    expect(await dates(ada)).toEqual(['2027-01-04']);
    expect((await ada.call('DELETE /api/flights/:id', { params })).status).toBe(404);
  });

  it('refuse a day that is over where the flight leaves from, with the specified message', async () => {
    const ada = await site.createPerson();
    const past = await ada.call('POST /api/flights', flight('2026-11-20'));
    expect([past.status, past.body.error]).toEqual([
      400,
      { code: 'flight_date_past', fields: { departsOn: 'flight_date_past' } },
    ]);
    // In Honolulu it is still the 21st, in Kiritimati already the 22nd.
    const inKiritimati = { timeZone: 'Pacific/Kiritimati' };
    const over = await ada.call('POST /api/flights', flight('2026-11-21', inKiritimati));
    expect(over.body.error?.code).toBe('flight_date_past');
    const { id } = (await ada.call('POST /api/flights', flight('2026-11-21'))).body;
    const back = { params: { id }, body: { departsOn: '2026-11-01' } };
    expect((await ada.call('PATCH /api/flights/:id', back)).status).toBe(400);
    expect(await dates(ada)).toEqual(['2026-11-21']);
  });

  it.each([
    { departsAt: '25:00' },
    { fromAirport: 'cdg' },
    { toAirport: 'CDGX' },
    { number: '12345678901' },
    { number: 'A\nB' },
    { fromAirport: 'CDG\n' },
    { departsOn: '9999-12-31' },
    { kind: 'sideways' },
    { timeZone: '+02:00' },
  ])('refuse %j', async (more) => {
    const ada = await site.createPerson({ state: 'no_pass' });
    const { status } = await ada.call('POST /api/flights', flight('2026-12-04', more));
    expect(status).toBe(400);
  });

  it('are never more than may be kept, however many are added at once', async () => {
    const ada = await site.createPerson();
    const { body } = await ada.call('POST /api/flights', flight('2026-12-01'));
    const [{ userId, ...row } = { userId: '' }] = await site.db
      .select()
      .from(flights)
      .where(eq(flights.id, body.id));
    const others = Array.from({ length: 197 }, () => ({ ...row, id: randomUUID(), userId }));
    await site.db.insert(flights).values(others as (typeof flights.$inferInsert)[]);
    const added = await Promise.all(
      Array.from({ length: 6 }, () => ada.call('POST /api/flights', flight('2026-12-02'))),
    );
    expect(added.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
      201, 201, 409, 409, 409, 409,
    ]);
    expect(await site.db.$count(flights, eq(flights.userId, userId))).toBe(200);
  });

  it('of one person are written one after the other: each write waits for the one under way', async () => {
    const ada = await site.createPerson();
    const { id } = (await ada.call('POST /api/flights', flight('2026-12-01'))).body;
    const params = { id };
    const countWaiting = async () => {
      const { rows } = await site.db.execute<{ waiting: number }>(
        sql`select count(*)::int as waiting from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows[0]?.waiting;
    };
    for (const write of [
      () => ada.call('POST /api/flights', flight('2026-12-02')),
      () => ada.call('PATCH /api/flights/:id', { params, body: { departsOn: '2026-12-03' } }),
      () => setDate(ada, '2026-12-04'),
      () => ada.call('DELETE /api/flights/:id', { params }),
    ]) {
      const written = await site.db.transaction(async (tx) => {
        await lockProfileForUpdateIfExists(tx, ada.id);
        const answer = write();
        await expect.poll(countWaiting).toBe(1);
        return { answer };
      });
      expect((await written.answer).status).toBeLessThan(300);
    }
    expect(await dates(ada)).toEqual(['2026-12-04']);
  });

  it('are added once under the id that the device chose, and of two changes the later wins in whatever order they come', async () => {
    const ada = await site.createPerson();
    const eve = await site.createPerson();
    const id = randomUUID();
    const add = flight('2026-12-04', { id, writtenAt: '2026-11-21T10:00:00Z' });
    expect((await ada.call('POST /api/flights', add)).body.id).toBe(id);
    const moveTo = (departsAt: string, writtenAt: string) =>
      ada.call('PATCH /api/flights/:id', { params: { id }, body: { departsAt, writtenAt } });
    await moveTo('18:30', '2026-11-21T11:00:00Z');
    expect((await moveTo('16:00', '2026-11-21T10:30:00Z')).body.departsAt).toBe('18:30');
    // Sent again, what was added stays as it was changed.
    expect((await ada.call('POST /api/flights', add)).body.departsAt).toBe('18:30');
    expect(await dates(ada)).toEqual(['2026-12-04']);
    expect((await eve.call('POST /api/flights', add)).status).toBe(409);
  });

  it('that were added or moved on the day itself are taken although they arrive the day after, as from a seat', async () => {
    const ada = await site.createPerson();
    const id = randomUUID();
    const written = { writtenAt: '2026-11-20T20:00:00Z' };
    const added = await ada.call('POST /api/flights', flight('2026-11-20', { id, ...written }));
    expect(added.status).toBe(201);
    const later = { departsOn: '2026-11-21', ...written };
    await ada.call('PATCH /api/flights/:id', { params: { id }, body: later });
    expect(await dates(ada)).toEqual(['2026-11-21']);
  });

  it('sent twice under one key are done once, a removal too', async () => {
    const ada = await site.createPerson();
    const { id } = (await ada.call('POST /api/flights', flight('2026-12-04'))).body;
    const removal = { params: { id }, headers: { 'idempotency-key': randomUUID() } };
    for (let delivery = 0; delivery < 2; delivery += 1)
      expect((await ada.call('DELETE /api/flights/:id', removal)).status).toBe(200);
  });

  it('of one person are nobody else’s', async () => {
    const ada = await site.createPerson();
    const eve = await site.createPerson();
    const { id } = (await ada.call('POST /api/flights', flight('2026-12-04'))).body;
    expect(await dates(eve)).toEqual([]);
    const change = { params: { id }, body: { number: 'AF 9' } };
    expect((await eve.call('PATCH /api/flights/:id', change)).status).toBe(404);
  });
});

describe('the flight date of the specification', () => {
  it('is the day of the nearest flight, and leaves the others alone', async () => {
    const ada = await site.createPerson();
    await ada.call('POST /api/flights', flight('2026-12-20', { kind: 'return' }));
    await ada.call('POST /api/flights', flight('2026-12-04', { number: 'AF 8' }));
    await setDate(ada, '2026-12-05');
    const { items } = (await ada.call('GET /api/flights')).body;
    expect(items.map(({ departsOn, number }) => [departsOn, number])).toEqual([
      ['2026-12-05', 'AF 8'],
      ['2026-12-20', null],
    ]);
    await setDate(ada, null);
    expect(await countdown(ada)).toBe('2026-12-20');
    await setDate(ada, null);
    expect(await countdown(ada)).toBeNull();
  });

  it('leaves the clock of a flight whose airport is known', async () => {
    const ada = await site.createPerson();
    const inTokyo = { timeZone: 'Asia/Tokyo', fromAirport: 'NRT', departsAt: '09:00' };
    await ada.call('POST /api/flights', flight('2026-12-04', inTokyo));
    await setDate(ada, '2026-12-05');
    const { items } = (await ada.call('GET /api/flights')).body;
    expect(items).toMatchObject([{ ...inTokyo, departsOn: '2026-12-05' }]);
  });

  it('set many times at once is one flight', async () => {
    const ada = await site.createPerson();
    const days = ['2026-12-05', '2026-12-06', '2026-12-07', '2026-12-08', '2026-12-09'];
    await Promise.all(days.map((day) => setDate(ada, day)));
    expect(await dates(ada)).toHaveLength(1);
  });

  it('after a flight begins another one, and keeps the one that was flown', async () => {
    const later = await createTestApp({ clock: '2026-11-21T12:00:00Z' });
    const ada = await later.createPerson();
    await setDate(ada, '2026-11-22');
    later.clock.set('2026-11-25T12:00:00Z');
    expect(await countdown(ada)).toBe('2026-11-22');
    await setDate(ada, null);
    expect(await countdown(ada)).toBeNull();
    await setDate(ada, '2026-12-24');
    expect(await dates(ada)).toEqual(['2026-11-22', '2026-12-24']);
    expect(await countdown(ada)).toBe('2026-12-24');
    await later.close();
  });

  it('set on the day of a flight that was flown is another flight, however often it is set', async () => {
    const later = await createTestApp({ clock: '2026-11-21T12:00:00Z' });
    const ada = await later.createPerson();
    await ada.call('POST /api/flights', flight('2026-11-22', { departsAt: '08:00' }));
    later.clock.set('2026-11-22T12:00:00Z');
    await setDate(ada, '2026-11-22');
    expect(await dates(ada)).toEqual(['2026-11-22']);
    await setDate(ada, '2026-12-24');
    await setDate(ada, '2026-12-25');
    expect(await dates(ada)).toEqual(['2026-11-22', '2026-12-25']);
    expect(await countdown(ada)).toBe('2026-12-25');
    await later.close();
  });

  it('set twice after a flight was flown leaves the flight home on its day', async () => {
    const later = await createTestApp({ clock: '2026-11-21T12:00:00Z' });
    const ada = await later.createPerson();
    await ada.call('POST /api/flights', flight('2026-11-22', { departsAt: '08:00' }));
    const home = flight('2026-12-04', { kind: 'return', number: 'AF 7' });
    await ada.call('POST /api/flights', home);
    later.clock.set('2026-11-22T12:00:00Z');
    for (const day of ['2026-12-24', '2026-12-24', '2026-12-24']) await setDate(ada, day);
    expect(await dates(ada)).toEqual(['2026-11-22', '2026-12-04', '2026-12-24']);
    expect(await countdown(ada)).toBe('2026-12-04');
    // On the day of a flight that is known already there is no second one.
    later.clock.set('2026-12-04T12:00:00Z');
    await ada.call('POST /api/flights', flight('2026-12-04', { departsAt: '09:00' }));
    await setDate(ada, '2026-12-24');
    expect((await dates(ada)).filter((day) => day === '2026-12-24')).toHaveLength(1);
    await later.close();
  });

  it('taken away once a flight was flown keeps it, and counts down to the next', async () => {
    const later = await createTestApp({ clock: '2026-11-21T12:00:00Z' });
    const ada = await later.createPerson();
    await ada.call('POST /api/flights', flight('2026-11-22', { departsAt: '08:00' }));
    await ada.call('POST /api/flights', flight('2026-12-04', { kind: 'return' }));
    later.clock.set('2026-11-22T12:00:00Z');
    await setDate(ada, null);
    expect(await dates(ada)).toEqual(['2026-11-22', '2026-12-04']);
    expect(await countdown(ada)).toBe('2026-12-04');
    await later.close();
  });

  it('counts down again to a flight that was put away and got a new day', async () => {
    const later = await createTestApp({ clock: '2026-11-21T12:00:00Z' });
    const ada = await later.createPerson();
    const { id } = (await ada.call('POST /api/flights', flight('2026-11-22'))).body;
    later.clock.set('2026-11-25T12:00:00Z');
    await setDate(ada, null);
    const change = (body: object) => ada.call('PATCH /api/flights/:id', { params: { id }, body });
    await change({ number: 'AF 8', departsOn: '2026-11-22' });
    expect(await countdown(ada)).toBeNull();
    await change({ departsOn: '2026-12-24' });
    expect(await countdown(ada)).toBe('2026-12-24');
    await later.close();
  });
});
