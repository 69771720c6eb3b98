import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HEALTH_CONSENT_VERSION } from '#shared/contract/assessment.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import type { TestPerson } from '#server/testing/people.ts';

let site: TestApp;
beforeAll(async () => {
  site = await createTestApp();
});
afterAll(() => site.close());

/** So many minutes into the hour before now. */
const at = (minute: number) =>
  new Date(site.clock().getTime() - (60 - minute) * 60_000).toISOString();
const FLOWN_AT = '2026-06-01T10:00:00.000Z';
const unpublish = (own: TestPerson) =>
  own.call('PUT /api/assessment/consent', {
    body: { given: false, version: HEALTH_CONSENT_VERSION },
  });

describe('the ledger of flights', () => {
  const record = {
    id: crypto.randomUUID(),
    flightId: null as string | null,
    flownOn: '2026-06-01',
    expected: 'I will panic',
    forecast: 9,
    happened: null,
    felt: null,
    keep: null,
    onTheWay: null,
    rough: null,
  };

  const remove = (own: TestPerson, minute: number) =>
    own.call('DELETE /api/ledger/:id', {
      params: { id: record.id },
      body: { writtenAt: at(minute) },
    });

  it('keeps a forecast before and a debrief after, as one flight', async () => {
    const ada = await site.createPerson();
    await ada.call('POST /api/ledger', { body: record });
    const whole = { ...record, happened: 'A bump', felt: 5, keep: 'It passes' };
    await ada.call('POST /api/ledger', { body: whole });
    const later = { ...record, id: crypto.randomUUID(), flownOn: '2026-09-01' };
    await ada.call('POST /api/ledger', { body: later });
    expect((await ada.call('GET /api/ledger')).body.flights).toEqual([later, whole]);
    await remove(ada, 60);
    expect((await ada.call('GET /api/ledger')).body.flights).toEqual([later]);
  });

  it('loses nothing when two devices each tell their half', async () => {
    const ada = await site.createPerson();
    const debrief = { ...record, expected: null, forecast: null, happened: 'A bump', felt: 5 };
    const keep = async (body: object) =>
      (await ada.call('POST /api/ledger', { body: { ...record, ...body } })).body.flights;
    const whole = { ...record, happened: 'A bump', felt: 5 };
    await keep(record);
    expect(await keep(debrief)).toEqual([whole]);
    expect(await keep(record)).toEqual([whole]);
    expect(await keep({ ...debrief, expected: 'Told afterwards' })).toEqual([whole]);
    const changed = { ...whole, expected: 'Less', forecast: 3, keep: 'It passes' };
    expect(await keep(changed)).toEqual([changed]);
    expect(await keep({ ...changed, keep: null })).toEqual([{ ...changed, keep: null }]);
  });

  it('takes the later of two halves, whichever arrives first', async () => {
    const ada = await site.createPerson({ state: 'no_pass' });
    const told = { happened: 'A bump', felt: 5, keep: 'It passes' };
    const tell = async (body: object, minute: number) =>
      (await ada.call('POST /api/ledger', { body: { ...record, ...body, writtenAt: at(minute) } }))
        .body.flights;
    await tell({ forecast: 3 }, 3);
    const whole = { ...record, forecast: 3, ...told };
    expect(await tell({ forecast: 9, ...told }, 2)).toEqual([whole]);
    expect(await tell({ ...told, felt: 9, flownOn: '2026-05-01' }, 1)).toEqual([whole]);
    const later = { expected: null, forecast: null, happened: 'Nothing', felt: 1, keep: null };
    const changed = { ...later, expected: record.expected, forecast: 3 };
    expect(await tell(later, 4)).toEqual([{ ...record, ...changed }]);
  });

  it('keeps a removed flight removed, and takes one that is told anew afterwards', async () => {
    const ada = await site.createPerson({ state: 'no_pass' });
    const tell = async (minute: number) => {
      const body = { ...record, writtenAt: at(minute) };
      const { status, body: told } = await ada.call('POST /api/ledger', { body });
      return [status, told.flights.length];
    };
    await tell(2);
    // A removal of before what is kept was written leaves it.
    await remove(ada, 1);
    expect((await ada.call('GET /api/ledger')).body.flights).toHaveLength(1);
    await remove(ada, 3);
    expect(await tell(2)).toEqual([200, 0]);
    expect(await tell(4)).toEqual([200, 1]);
    await remove(ada, 3);
    expect((await ada.call('GET /api/ledger')).body.flights).toHaveLength(1);
  });

  it('keeps the fear on the way by itself, beside what was expected and what is told afterwards', async () => {
    const ada = await site.createPerson();
    const tell = async (body: object, minute: number) =>
      (await ada.call('POST /api/ledger', { body: { ...record, ...body, writtenAt: at(minute) } }))
        .body.flights;
    const fears = [
      { phase: 'boarding', at: at(1), fear: 6 },
      { phase: 'take_off', at: at(2), fear: 8 },
    ];
    const alone = { expected: null, forecast: null };
    await tell({}, 1);
    expect(await tell({ ...alone, onTheWay: fears }, 3)).toEqual([{ ...record, onTheWay: fears }]);
    const told = { happened: 'A bump', felt: 5, keep: 'It passes' };
    const rough = [{ at: at(2), lowest: 0.8, highest: 1.25 }];
    const whole = { ...record, ...told, onTheWay: fears };
    expect(await tell({ ...alone, ...told }, 4)).toEqual([whole]);
    // Of the same flight, given earlier on a device that was without a network.
    expect(await tell({ ...alone, onTheWay: fears.slice(0, 1) }, 2)).toEqual([whole]);
    // How rough it was is a part of its own.
    expect(await tell({ ...alone, rough }, 4)).toEqual([{ ...whole, rough }]);
    // A page that was opened before the fields existed leaves them.
    const { onTheWay: _, rough: _rough, ...old } = whole;
    const sent = { ...old, keep: null, writtenAt: at(5) };
    expect((await ada.call('POST /api/ledger', { body: sent })).body.flights).toEqual([
      { ...whole, rough, keep: null },
    ]);
    await remove(ada, 60);
    expect((await ada.call('GET /api/ledger')).body.flights).toEqual([]);
  });

  it.each([
    [[]],
    [[{ phase: 'orbit', at: FLOWN_AT, fear: 3 }]],
    [[{ phase: 'climb', at: 'noon', fear: 3 }]],
    [[{ phase: 'climb', at: FLOWN_AT, fear: 11 }]],
    [Array.from({ length: 201 }, () => ({ phase: 'climb', at: FLOWN_AT, fear: 3 }))],
  ])('refuses fear on the way that no flight has (%#)', async (onTheWay) => {
    const ada = await site.createPerson({ state: 'no_pass' });
    const refused = await ada.call('POST /api/ledger', { body: { ...record, onTheWay } });
    expect([refused.status, refused.body.error?.code]).toEqual([400, 'invalid_input']);
  });

  it.each([
    [[]],
    [[{ at: 'noon', lowest: 0.9, highest: 1.1 }]],
    [[{ at: FLOWN_AT, lowest: 1.1, highest: 1.2 }]],
    [[{ at: FLOWN_AT, lowest: -9, highest: 1.2 }]],
    [Array.from({ length: 601 }, () => ({ at: FLOWN_AT, lowest: 1, highest: 1 }))],
  ])('refuses a roughness that no phone reads (%#)', async (rough) => {
    const ada = await site.createPerson({ state: 'no_pass' });
    const refused = await ada.call('POST /api/ledger', { body: { ...record, rough } });
    expect([refused.status, refused.body.error?.code]).toEqual([400, 'invalid_input']);
  });

  it('refuses a flight of which nothing is told', async () => {
    const ada = await site.createPerson({ state: 'no_pass' });
    const body = { ...record, expected: null, forecast: null };
    const refused = await ada.call('POST /api/ledger', { body });
    expect([refused.status, refused.body.error?.code]).toEqual([400, 'invalid_input']);
  });

  it('is of a flight of the person’s own, and outlives it', async () => {
    const ada = await site.createPerson();
    const bob = await site.createPerson();
    const flight = await ada.call('POST /api/flights', {
      body: {
        kind: 'outbound',
        departsOn: '2099-06-01',
        departsAt: null,
        timeZone: 'Europe/Paris',
        fromAirport: null,
        toAirport: null,
        number: null,
      },
    });
    const flightId = flight.body.id;
    const kept = async (own: TestPerson) => {
      await own.call('POST /api/ledger', { body: { ...record, flightId } });
      return (await own.call('GET /api/ledger')).body.flights[0]?.flightId;
    };
    expect(await kept(ada)).toBe(flightId);
    expect(await kept(bob)).toBeNull();
    await ada.call('DELETE /api/flights/:id', { params: { id: flightId } });
    expect((await ada.call('GET /api/ledger')).body.flights).toEqual([record]);
  });

  it('needs consent, and stays with its owner', async () => {
    const ada = await site.createPerson();
    const bob = await site.createPerson();
    await ada.call('POST /api/ledger', { body: record });
    await remove(bob, 60);
    expect((await ada.call('GET /api/ledger')).body.flights).toHaveLength(1);
    expect((await bob.call('GET /api/ledger')).body.flights).toEqual([]);
    await unpublish(ada);
    expect((await ada.call('GET /api/ledger')).body.flights).toEqual([]);
    const refused = await ada.call('POST /api/ledger', { body: record });
    expect(refused.body.error?.code).toBe('consent_required');
  });
});
