import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HEALTH_CONSENT_VERSION } from '#shared/contract/assessment.ts';
import { type TestApp, testApp } from '#server/testing/app.ts';
import type { Caller } from '#server/testing/people.ts';

let site: TestApp;
beforeAll(async () => {
  site = await testApp();
});
afterAll(() => site.close());

const withdraw = (own: Caller) =>
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
  };

  const remove = (own: Caller) => own.call('DELETE /api/ledger/:id', { params: { id: record.id } });

  it('keeps a forecast before and a debrief after, as one flight', async () => {
    const ada = await site.as();
    await ada.call('POST /api/ledger', { body: record });
    const whole = { ...record, happened: 'A bump', felt: 5, keep: 'It passes' };
    await ada.call('POST /api/ledger', { body: whole });
    const later = { ...record, id: crypto.randomUUID(), flownOn: '2026-09-01' };
    await ada.call('POST /api/ledger', { body: later });
    expect((await ada.call('GET /api/ledger')).body.flights).toEqual([later, whole]);
    await remove(ada);
    expect((await ada.call('GET /api/ledger')).body.flights).toEqual([later]);
  });

  it('loses nothing when two devices each tell their half', async () => {
    const ada = await site.as();
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

  it('is of a flight of the person’s own, and outlives it', async () => {
    const [ada, bob] = [await site.as(), await site.as()];
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
    const kept = async (own: Caller) => {
      await own.call('POST /api/ledger', { body: { ...record, flightId } });
      return (await own.call('GET /api/ledger')).body.flights[0]?.flightId;
    };
    expect(await kept(ada)).toBe(flightId);
    expect(await kept(bob)).toBeNull();
    await ada.call('DELETE /api/flights/:id', { params: { id: flightId } });
    expect((await ada.call('GET /api/ledger')).body.flights).toEqual([record]);
  });

  it('needs consent, and stays with its owner', async () => {
    const [ada, bob] = [await site.as(), await site.as()];
    await ada.call('POST /api/ledger', { body: record });
    await remove(bob);
    expect((await ada.call('GET /api/ledger')).body.flights).toHaveLength(1);
    expect((await bob.call('GET /api/ledger')).body.flights).toEqual([]);
    await withdraw(ada);
    expect((await ada.call('GET /api/ledger')).body.flights).toEqual([]);
    const refused = await ada.call('POST /api/ledger', { body: record });
    expect(refused.body.error?.code).toBe('consent_required');
  });
});
