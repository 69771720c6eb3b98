import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HEALTH_CONSENT_VERSION } from '#shared/contract/assessment.ts';
import { FEAR_AREAS } from '#shared/rules/fear-areas.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { type TestPerson, exportData } from '#server/testing/people.ts';

let site: TestApp;
beforeAll(async () => void (site = await createTestApp()));
afterAll(() => site.close());

const all = (intensity: number) =>
  Object.fromEntries(FEAR_AREAS.map(({ key }) => [key, intensity]));
const consent = (given: boolean) => ({ body: { given, version: HEALTH_CONSENT_VERSION } });

describe('health consent', () => {
  it('is needed before a single answer is kept', async () => {
    const ada = await site.createPerson({ state: 'onboarding' });
    const refused = await ada.call('PUT /api/assessment/answers', { body: { answers: {} } });
    expect([refused.status, refused.body.error?.code]).toEqual([403, 'consent_required']);
    const complete = await ada.call('POST /api/assessment/complete', { body: { answers: all(5) } });
    expect(complete.body.error?.code).toBe('consent_required');
  });

  it('holds under the text that was agreed to, which a late agreement to a former one does not replace', async () => {
    const ada = await site.createPerson({ state: 'onboarding' });
    const agree = (version: '2026-11' | '2026-12') =>
      ada.call('PUT /api/assessment/consent', { body: { given: true, version } });
    const readVersion = async () =>
      (await exportData(ada)).tables['health_consents']?.[0]?.['version'];
    const first = (await agree('2026-11')).body.givenAt;
    expect(await readVersion()).toBe('2026-11');
    const kept = await ada.call('PUT /api/assessment/answers', {
      body: { answers: { fear_heights: 4 } },
    });
    expect(kept.status).toBe(200);
    site.clock.advance(60_000);
    const second = (await agree('2026-12')).body.givenAt;
    expect(second).not.toBe(first);
    expect((await agree('2026-11')).body.givenAt).toBe(second);
    expect(await readVersion()).toBe('2026-12');
  });

  it('withdrawn takes the answers under way with it', async () => {
    const ada = await site.createPerson({ state: 'onboarding' });
    await ada.call('PUT /api/assessment/consent', consent(true));
    await ada.call('PUT /api/assessment/answers', { body: { answers: { fear_heights: 4 } } });
    await ada.call('PUT /api/assessment/consent', consent(false));
    const { body } = await ada.call('GET /api/assessment');
    expect(body).toMatchObject({ consentGiven: false, draft: {} });
  });
});

describe('a consent that is given again after it was withdrawn', () => {
  /** Withdraws, and gives it again a minute later. */
  const renew = async (own: TestPerson) => {
    await own.call('PUT /api/assessment/consent', consent(false));
    site.clock.advance(60_000);
    return (await own.call('PUT /api/assessment/consent', consent(true))).body.givenAt;
  };

  it('brings back no answer that was given before', async () => {
    const ada = await site.createPerson({ state: 'onboarding' });
    const first = (await ada.call('PUT /api/assessment/consent', consent(true))).body.givenAt;
    const second = await renew(ada);
    for (const [route, answers] of [
      ['PUT /api/assessment/answers', { fear_heights: 7 }],
      ['POST /api/assessment/complete', all(5)],
    ] as const) {
      const old = await ada.call(route, { body: { answers, consentGivenAt: first } });
      expect([old.status, old.body.error?.code]).toEqual([409, 'consent_renewed']);
    }
    const { body } = await ada.call('GET /api/assessment');
    expect(body).toMatchObject({ consentGivenAt: second, draft: {}, completed: null });
    const answers = { fear_heights: 3 };
    await ada.call('PUT /api/assessment/answers', { body: { answers, consentGivenAt: second } });
    expect((await ada.call('GET /api/assessment')).body.draft).toEqual(answers);
  });

  it('brings back nothing that was written before, on the ladder or of a flight', async () => {
    const ada = await site.createPerson();
    const before = site.clock().toISOString();
    await renew(ada);
    const step = { id: crypto.randomUUID(), area: 'fear_heights', material: 'own', words: 'up' };
    const id = crypto.randomUUID();
    const attempt = { id, stepId: step.id, startedAt: before, setting: 'home_alone', sure: 80 };
    const felt = { flightId: null, flownOn: '2026-11-01', felt: 3, happened: null, keep: null };
    const writes = [
      ['PUT /api/ladder', { steps: [step], added: [step.id] }],
      ['POST /api/ladder/attempts', { ...attempt, expected: 'x', before: 3, outcome: null }],
      ['POST /api/ledger', { id, ...felt, expected: null, forecast: null }],
    ] as const;
    const statusesAt = async (writtenAt: string) => {
      const answers: unknown[] = [];
      for (const [route, body] of writes) {
        const { status, body: told } = await ada.call(route, { body: { ...body, writtenAt } });
        answers.push(told.error?.code ?? status);
      }
      return answers;
    };
    expect(await statusesAt(before)).toEqual(writes.map(() => 'consent_renewed'));
    expect(await statusesAt(site.clock().toISOString())).toEqual([200, 200, 200]);
  });

  it('dates from the first time where it was never withdrawn', async () => {
    const ada = await site.createPerson({ state: 'onboarding' });
    const give = async () =>
      (await ada.call('PUT /api/assessment/consent', consent(true))).body.givenAt;
    const first = await give();
    site.clock.advance(60_000);
    expect(await give()).toBe(first);
  });
});

describe('the assessment', () => {
  it('that was begun again is discarded by answers that are none, also right after the last one', async () => {
    const ada = await site.createPerson();
    const { completed } = (await ada.call('GET /api/assessment')).body;
    const save = (answers: object) =>
      ada.call('PUT /api/assessment/answers', { body: { answers } });
    await save({ fear_heights: 9 });
    expect((await save({})).status).toBe(200);
    expect((await ada.call('GET /api/assessment')).body).toMatchObject({ draft: {}, completed });
  });

  it('resumes on another device with the answers given so far', async () => {
    const ada = await site.createPerson({ state: 'onboarding' });
    await ada.call('PUT /api/assessment/consent', consent(true));
    const answers = { turbulence_weather_worry: 9, fear_heights: 0 };
    await ada.call('PUT /api/assessment/answers', { body: { answers } });
    expect((await ada.call('GET /api/assessment')).body.draft).toEqual(answers);
  });

  it('is completed with all 16 answers and no fewer', async () => {
    const ada = await site.createPerson({ state: 'onboarding' });
    await ada.call('PUT /api/assessment/consent', consent(true));
    const { fear_heights: _, ...fifteen } = all(5);
    const refused = await ada.call('POST /api/assessment/complete', { body: { answers: fifteen } });
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'assessment_incomplete']);

    const answers = { ...all(2), turbulence_weather_worry: 9, fear_no_escape: 8 };
    const { body } = await ada.call('POST /api/assessment/complete', { body: { answers } });
    expect(body.draft).toEqual({});
    expect(body.completed?.report).toMatchObject({
      peak: { score: 9, area: 'turbulence_weather_worry' },
      highAreas: ['turbulence_weather_worry', 'fear_no_escape'],
      totalAreas: 16,
      proposedFocus: { primary: 'turbulence_weather_worry', secondary: 'fear_no_escape' },
    });
  });

  it.each([{ fear_heights: 11 }, { fear_heights: 2.5 }, { fear_heights: '7' }, { unknown: 3 }])(
    'refuses the answers %j',
    async (answers) => {
      const ada = await site.createPerson({ state: 'onboarding' });
      await ada.call('PUT /api/assessment/consent', consent(true));
      expect((await ada.call('PUT /api/assessment/answers', { body: { answers } })).status).toBe(
        400,
      );
    },
  );

  it('taken again becomes the profile', async () => {
    const ada = await site.createPerson({ state: 'pass' });
    const { body } = await ada.call('POST /api/assessment/complete', { body: { answers: all(3) } });
    expect(body.completed?.report.averageIntensity).toBe(3);
    expect(body.completed?.primaryFocus).toBeNull();
  });

  it('lets the person choose two different areas to begin with', async () => {
    const ada = await site.createPerson({ state: 'pass' });
    const chosen = { primary: 'fear_heights', secondary: 'past_flight_trauma' };
    const { body } = await ada.call('PUT /api/assessment/focus', { body: chosen });
    expect(body.completed).toMatchObject({
      primaryFocus: 'fear_heights',
      secondaryFocus: 'past_flight_trauma',
    });
    const twice = { primary: 'fear_heights', secondary: 'fear_heights' };
    const refused = await ada.call('PUT /api/assessment/focus', { body: twice });
    expect(refused.body.error?.fields).toEqual({ secondary: 'same_area' });
  });

  it('shows nobody the answers of another', async () => {
    const ada = await site.createPerson({ state: 'pass' });
    const eve = await site.createPerson({ state: 'onboarding' });
    await ada.call('POST /api/assessment/complete', { body: { answers: all(7) } });
    expect((await eve.call('GET /api/assessment')).body).toEqual({
      consentGiven: false,
      consentGivenAt: null,
      draft: {},
      completed: null,
    });
  });
});

describe('what comes at once', () => {
  const answers = Object.fromEntries(FEAR_AREAS.map(({ key }) => [key, 5]));
  const save = (own: TestPerson) => own.call('PUT /api/assessment/answers', { body: { answers } });
  const complete = (own: TestPerson) =>
    own.call('POST /api/assessment/complete', { body: { answers } });

  it('a completion sent ten times is one assessment', async () => {
    const ada = await site.createPerson({ state: 'onboarding' });
    await ada.call('PUT /api/assessment/consent', consent(true));
    await Promise.all(Array.from({ length: 10 }, () => complete(ada)));
    const { tables } = await exportData(ada);
    expect(tables['assessments']).toHaveLength(1);
  });

  it('answers overtaken by their completion are no second assessment', async () => {
    const ada = await site.createPerson({ state: 'onboarding' });
    await ada.call('PUT /api/assessment/consent', consent(true));
    for (let round = 0; round < 10; round++) await Promise.all([complete(ada), save(ada)]);
    await save(ada);
    expect((await ada.call('GET /api/assessment')).body.draft).toEqual({});
  });

  it('nothing is kept once consent was withdrawn', async () => {
    const ada = await site.createPerson({ state: 'onboarding' });
    for (let round = 0; round < 10; round++) {
      await ada.call('PUT /api/assessment/consent', consent(true));
      await Promise.all([
        save(ada),
        save(ada),
        ada.call('PUT /api/assessment/consent', consent(false)),
        save(ada),
        complete(ada),
      ]);
      expect((await ada.call('GET /api/assessment')).body).toEqual({
        consentGiven: false,
        consentGivenAt: null,
        draft: {},
        completed: null,
      });
      const { tables } = await exportData(ada);
      expect([tables['assessment_drafts'], tables['assessments']]).toEqual([[], []]);
    }
  });
});

describe('a weekly check-in', () => {
  const answers = { fear: 6, worry: 5, avoidance: 4, confidence: 3 };
  const id = '019a0000-0000-7000-8000-00000000c4ec';
  const takenAt = '2026-11-20T09:00:00.000Z';
  const send = (own: TestPerson, body: object = { id, takenAt, answers }) =>
    own.call('POST /api/check-ins', { body });

  it('is kept once, however often it arrives, beside the earlier results', async () => {
    const ada = await site.createPerson({ state: 'no_pass' });
    await Promise.all([send(ada), send(ada), send(ada)]);
    const { results, checkIns } = (await ada.call('GET /api/assessment/history')).body;
    expect(checkIns).toEqual([{ id, takenAt, answers }]);
    expect(results.map(({ average }) => average)).toEqual([4.1]);
  });

  it.each([{ answers: { ...answers, fear: 9 } }, { takenAt: '2026-11-19T09:00:00.000Z' }])(
    'is refused where its id names another one: %j',
    async (other) => {
      const ada = await site.createPerson({ state: 'no_pass' });
      await send(ada);
      const refused = await send(ada, { id, takenAt, answers, ...other });
      expect([refused.status, refused.body.error?.code]).toEqual([409, 'conflict']);
    },
  );

  it('needs consent, and is not shown without it', async () => {
    const ada = await site.createPerson({ state: 'no_pass' });
    await send(ada);
    await ada.call('PUT /api/assessment/consent', consent(false));
    expect((await send(ada)).body.error?.code).toBe('consent_required');
    const { body } = await ada.call('GET /api/assessment/history');
    expect(body).toEqual({ results: [], checkIns: [] });
  });

  it('from a clock that runs ahead is dated now', async () => {
    const ada = await site.createPerson({ state: 'no_pass' });
    await send(ada, { id, takenAt: '2099-01-01T00:00:00.000Z', answers });
    const { checkIns } = (await ada.call('GET /api/assessment/history')).body;
    expect(checkIns[0]?.takenAt).toBe(site.clock().toISOString());
    const again = await send(ada, { id, takenAt: '2099-01-01T00:00:00.000Z', answers });
    expect(again.status).toBe(200);
  });
});

describe('taking the assessment again', () => {
  it('replaces the profile and keeps the earlier result', async () => {
    const ada = await site.createPerson({ state: 'no_pass' });
    site.clock.advance(3 * 60_000);
    await ada.call('POST /api/assessment/complete', { body: { answers: all(2) } });
    const { body } = await ada.call('GET /api/assessment');
    expect(body.completed?.report.averageIntensity).toBe(2);
    const { results } = (await ada.call('GET /api/assessment/history')).body;
    expect(results.map(({ average }) => average)).toEqual([4.1, 2]);
  });
});
