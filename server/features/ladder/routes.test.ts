import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HEALTH_CONSENT_VERSION } from '#shared/contract/assessment.ts';
import { type TestApp, testApp } from '#server/testing/app.ts';
import type { Caller } from '#server/testing/people.ts';

const MARKER = 'zebra-lantern-4711';
const lines: string[] = [];
let site: TestApp;
beforeAll(async () => {
  site = await testApp({ logLevel: 'trace', logTo: { write: (line) => void lines.push(line) } });
});
afterAll(() => site.close());

const stepOf = (words: string) =>
  ({ id: crypto.randomUUID(), area: 'fear_heights', material: 'own', words }) as const;
const attemptAt = (stepId: string) => ({
  id: crypto.randomUUID(),
  stepId,
  startedAt: site.clock().toISOString(),
  setting: 'home_alone' as const,
  expected: `${MARKER} I will faint`,
  sure: 80,
  before: 5,
  outcome: null as null | { highest: number; after: number; happened: string; learned: string },
});
const withdraw = (own: Caller) =>
  own.call('PUT /api/assessment/consent', {
    body: { given: false, version: HEALTH_CONSENT_VERSION },
  });

describe('the ladder', () => {
  it('is kept in the order of the person, and attempts stay with their step', async () => {
    const ada = await site.as();
    const [one, two] = [stepOf('one'), stepOf('two')];
    await ada.call('PUT /api/ladder', { body: { steps: [one, two] } });
    const attempt = attemptAt(one.id);
    await ada.call('POST /api/ladder/attempts', { body: attempt });
    await ada.call('PUT /api/ladder', { body: { steps: [two, one] } });
    const { steps } = (await ada.call('GET /api/ladder')).body;
    expect(steps).toEqual([
      { ...two, attempts: [] },
      { ...one, attempts: [attempt] },
    ]);
  });

  it('keeps an attempt under way once, and its outcome when it is over', async () => {
    const ada = await site.as();
    const step = stepOf('one');
    await ada.call('PUT /api/ladder', { body: { steps: [step] } });
    const attempt = attemptAt(step.id);
    await ada.call('POST /api/ladder/attempts', { body: attempt });
    const outcome = { highest: 7, after: 3, happened: 'I stood', learned: 'I can stand' };
    for (const _ of [1, 2])
      await ada.call('POST /api/ladder/attempts', { body: { ...attempt, outcome } });
    const { steps } = (await ada.call('GET /api/ladder')).body;
    expect(steps[0]?.attempts).toEqual([{ ...attempt, outcome }]);
  });

  it('keeps the outcome when the beginning of the attempt arrives again', async () => {
    const ada = await site.as();
    const step = stepOf('one');
    await ada.call('PUT /api/ladder', { body: { steps: [step] } });
    const outcome = { highest: 7, after: 3, happened: 'I stood', learned: 'I can stand' };
    const attempt = { ...attemptAt(step.id), outcome };
    await ada.call('POST /api/ladder/attempts', { body: attempt });
    const late = { ...attempt, outcome: null };
    const { steps } = (await ada.call('POST /api/ladder/attempts', { body: late })).body;
    expect(steps[0]?.attempts).toEqual([attempt]);
  });

  it('refuses a step named twice, in whatever letter case', async () => {
    const ada = await site.as();
    const step = stepOf('one');
    for (const id of [step.id, step.id.toUpperCase()]) {
      const steps = [step, { ...step, id }];
      const refused = await ada.send('PUT /api/ladder', { body: { steps } });
      expect([refused.status, refused.body.error?.code]).toEqual([400, 'invalid_input']);
    }
    const shouted = { ...step, id: step.id.toUpperCase() };
    const { body } = await ada.call('PUT /api/ladder', { body: { steps: [shouted] } });
    expect(body.steps.map(({ id }) => id)).toEqual([step.id]);
  });

  it('loses only the steps that are named as removed', async () => {
    const ada = await site.as();
    const [one, two, three] = [stepOf('one'), stepOf('two'), stepOf('three')];
    await ada.call('PUT /api/ladder', { body: { steps: [one, two, three] } });
    const { body } = await ada.call('PUT /api/ladder', {
      body: { steps: [three], removed: [one.id] },
    });
    expect(body.steps.map(({ words }) => words)).toEqual(['three', 'two']);
  });

  it('is refused beyond forty steps', async () => {
    const ada = await site.as();
    const many = () => Array.from({ length: 30 }, (_, index) => stepOf(`step ${index}`));
    await ada.call('PUT /api/ladder', { body: { steps: many() } });
    const refused = await ada.call('PUT /api/ladder', { body: { steps: many() } });
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'too_many']);
    expect((await ada.call('GET /api/ladder')).body.steps).toHaveLength(30);
  });

  it('belongs to its owner alone', async () => {
    const [ada, bob] = [await site.as(), await site.as()];
    const step = stepOf('one');
    await ada.call('PUT /api/ladder', { body: { steps: [step] } });
    const refused = await bob.call('POST /api/ladder/attempts', { body: attemptAt(step.id) });
    expect([refused.status, refused.body.error?.code]).toEqual([404, 'not_found']);
    await bob.call('PUT /api/ladder', { body: { steps: [], removed: [step.id] } });
    expect((await ada.call('GET /api/ladder')).body.steps).toHaveLength(1);
  });

  it('needs consent to be written, and is not read without it', async () => {
    const ada = await site.as();
    const step = stepOf('one');
    await ada.call('PUT /api/ladder', { body: { steps: [step] } });
    await withdraw(ada);
    expect((await ada.call('GET /api/ladder')).body).toEqual({ steps: [] });
    for (const refused of [
      await ada.call('PUT /api/ladder', { body: { steps: [step] } }),
      await ada.call('POST /api/ladder/attempts', { body: attemptAt(step.id) }),
    ])
      expect([refused.status, refused.body.error?.code]).toEqual([403, 'consent_required']);
  });

  it('asks for words where a step is the person’s own', async () => {
    const ada = await site.as();
    const step = { ...stepOf(''), words: null };
    expect((await ada.call('PUT /api/ladder', { body: { steps: [step] } })).status).toBe(400);
  });
});

describe('the ledger of flights', () => {
  const record = {
    id: crypto.randomUUID(),
    flightId: null as string | null,
    flownOn: '2026-06-01',
    expected: `${MARKER} I will panic`,
    forecast: 9,
    happened: null,
    felt: null,
    keep: null,
  };

  it('keeps a forecast before and a debrief after, as one flight', async () => {
    const ada = await site.as();
    await ada.call('POST /api/ledger', { body: record });
    const whole = { ...record, happened: 'A bump', felt: 5, keep: 'It passes' };
    await ada.call('POST /api/ledger', { body: whole });
    const later = { ...record, id: crypto.randomUUID(), flownOn: '2026-09-01' };
    await ada.call('POST /api/ledger', { body: later });
    expect((await ada.call('GET /api/ledger')).body.flights).toEqual([later, whole]);
    await ada.call('DELETE /api/ledger/:id', { params: { id: record.id } });
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
    await bob.call('DELETE /api/ledger/:id', { params: { id: record.id } });
    expect((await ada.call('GET /api/ledger')).body.flights).toHaveLength(1);
    expect((await bob.call('GET /api/ledger')).body.flights).toEqual([]);
    await withdraw(ada);
    expect((await ada.call('GET /api/ledger')).body.flights).toEqual([]);
    const refused = await ada.call('POST /api/ledger', { body: record });
    expect(refused.body.error?.code).toBe('consent_required');
  });
});

it('nothing that was written appears in the log, also where it is refused', async () => {
  const ada = await site.as();
  const step = stepOf(MARKER);
  await ada.call('PUT /api/ladder', { body: { steps: [step] } });
  await ada.call('POST /api/ladder/attempts', { body: attemptAt(step.id) });
  await ada.send('POST /api/ladder/attempts', { body: { ...attemptAt(step.id), sure: MARKER } });
  await ada.send('POST /api/ledger', { body: { keep: MARKER, [MARKER]: MARKER } });
  // A text the database refuses in spite of its schema would tell the statement with its values.
  await ada.call('POST /api/ladder/attempts', { body: attemptAt(crypto.randomUUID()) });
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.filter((line) => line.includes(MARKER))).toEqual([]);
  expect(site.letters.filter((letter) => JSON.stringify(letter).includes(MARKER))).toEqual([]);
});
