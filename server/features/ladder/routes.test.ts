import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HEALTH_CONSENT_VERSION } from '#shared/contract/assessment.ts';
import { createLog } from '#server/log.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { exportData, type TestPerson } from '#server/testing/people.ts';
import { REHEARSAL_DOSES } from '#shared/rules/rehearsal-dose.ts';

const MARKER = 'zebra-lantern-4711';
const lines: string[] = [];
let site: TestApp;
beforeAll(async () => {
  site = await createTestApp({
    log: createLog({ level: 'trace', stream: { write: (line) => void lines.push(line) } }),
  });
});
afterAll(() => site.close());

const buildStep = (words: string) =>
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
/** So many minutes into the hour before now. */
const at = (minute: number) =>
  new Date(site.clock().getTime() - (60 - minute) * 60_000).toISOString();
const withdraw = (own: TestPerson) =>
  own.call('PUT /api/assessment/consent', {
    body: { given: false, version: HEALTH_CONSENT_VERSION },
  });

describe('the ladder', () => {
  it('is kept in the order of the person, and attempts stay with their step', async () => {
    const ada = await site.createPerson();
    const one = buildStep('one');
    const two = buildStep('two');
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

  it('keeps what a rehearsed flight was like, and refuses a dose that there is not', async () => {
    const ada = await site.createPerson();
    const step = { ...buildStep('one'), material: 'rehearsal.rough', words: null } as const;
    await ada.call('PUT /api/ladder', { body: { steps: [step] } });
    const rehearsal = {
      dose: { ...REHEARSAL_DOSES.rough },
      lasted: 240,
      forecast: 8,
      curve: [
        { at: 0, fear: 5 },
        { at: 90, fear: 7 },
      ],
      sureNext: 40,
    };
    const outcome = { highest: 7, after: 3, happened: 'I stayed', learned: 'It fell', rehearsal };
    const attempt = { ...attemptAt(step.id), outcome };
    await ada.call('POST /api/ladder/attempts', { body: attempt });
    const { steps } = (await ada.call('GET /api/ladder')).body;
    expect(steps[0]?.attempts).toEqual([attempt]);
    // What is taken along of it is whole.
    const { tables } = await exportData(ada);
    expect(tables['ladder_attempts']).toMatchObject([{ highest: 7, rehearsal }]);
    const endless = { ...rehearsal, dose: { ...rehearsal.dose, minutes: 21 } };
    const refused = await ada.call('POST /api/ladder/attempts', {
      body: { ...attempt, outcome: { ...outcome, rehearsal: endless } },
    });
    expect(refused.status).toBe(400);
  });

  it('keeps an attempt under way once, and its outcome when it is over', async () => {
    const ada = await site.createPerson();
    const step = buildStep('one');
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
    const ada = await site.createPerson();
    const step = buildStep('one');
    await ada.call('PUT /api/ladder', { body: { steps: [step] } });
    const outcome = { highest: 7, after: 3, happened: 'I stood', learned: 'I can stand' };
    const attempt = { ...attemptAt(step.id), outcome };
    await ada.call('POST /api/ladder/attempts', { body: attempt });
    const late = { ...attempt, outcome: null };
    const { steps } = (await ada.call('POST /api/ladder/attempts', { body: late })).body;
    expect(steps[0]?.attempts).toEqual([attempt]);
  });

  it('refuses a step named twice, in whatever letter case', async () => {
    const ada = await site.createPerson();
    const step = buildStep('one');
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
    const ada = await site.createPerson();
    const one = buildStep('one');
    const two = buildStep('two');
    const three = buildStep('three');
    await ada.call('PUT /api/ladder', { body: { steps: [one, two, three] } });
    const { body } = await ada.call('PUT /api/ladder', {
      body: { steps: [three], removed: [one.id] },
    });
    expect(body.steps.map(({ words }) => words)).toEqual(['three', 'two']);
  });

  it('keeps what another device changed, where only a new step is sent', async () => {
    const ada = await site.createPerson();
    const one = buildStep('one');
    const two = buildStep('two');
    const three = buildStep('three');
    await ada.call('PUT /api/ladder', { body: { steps: [one, two] } });
    await ada.call('PUT /api/ladder', {
      body: { steps: [{ ...one, words: 'NEW WORDS' }], order: [two.id, one.id] },
    });
    const add = { steps: [three], added: [three.id], order: [] };
    const { body } = await ada.call('PUT /api/ladder', { body: add });
    expect(body.steps.map(({ words }) => words)).toEqual(['two', 'NEW WORDS', 'three']);
  });

  it('takes the later words of a step, whichever arrive first', async () => {
    const ada = await site.createPerson();
    const step = buildStep('one');
    const saveWords = async (words: string, minute: number) => {
      const body = { steps: [{ ...step, words }], writtenAt: at(minute) };
      return (await ada.call('PUT /api/ladder', { body })).body.steps[0]?.words;
    };
    await saveWords('one', 1);
    expect([await saveWords('three', 3), await saveWords('two', 2)]).toEqual(['three', 'three']);
  });

  it('stands in the later of two orders, whichever arrives first', async () => {
    const ada = await site.createPerson();
    const one = buildStep('one');
    const two = buildStep('two');
    const three = buildStep('three');
    await ada.call('PUT /api/ladder', { body: { steps: [one, two, three], writtenAt: at(1) } });
    const sort = async (order: { id: string }[], minute: number, more: object = {}) => {
      const ids = order.map(({ id }) => id);
      const body = { steps: [], ...more, order: ids, writtenAt: at(minute) };
      const { steps } = (await ada.call('PUT /api/ladder', { body })).body;
      return steps.map(({ words }) => words);
    };
    expect(await sort([three, one, two], 5)).toEqual(['three', 'one', 'two']);
    expect(await sort([two, three, one], 4)).toEqual(['three', 'one', 'two']);
    // What else an earlier change says counts all the same.
    const four = buildStep('four');
    const added = { steps: [four], added: [four.id] };
    expect(await sort([four, two], 4, added)).toEqual(['three', 'one', 'two', 'four']);
    expect(await sort([], 6)).toEqual(['three', 'one', 'two', 'four']);
    expect(await sort([four, one, two], 7)).toEqual(['four', 'one', 'two', 'three']);
  });

  it('is sorted by a device whose clock is wrong as by any other', async () => {
    const ada = await site.createPerson();
    const one = buildStep('one');
    const two = buildStep('two');
    await ada.call('PUT /api/ladder', { body: { steps: [two, one], writtenAt: at(30) } });
    const sort = async (order: { id: string }[], minute: number, clockOff: number, way = 0) => {
      const off = (minutes: number) => at(minutes + clockOff);
      const body = { steps: [], order: order.map(({ id }) => id), writtenAt: off(minute) };
      const sent = { body, headers: { 'x-sent-at': off(60 - way) } };
      return (await ada.call('PUT /api/ladder', sent)).body.steps.map(({ words }) => words);
    };
    expect(await sort([one, two], 40, -24 * 60)).toEqual(['one', 'two']);
    expect(await sort([two, one], 45, 24 * 60)).toEqual(['two', 'one']);
    expect(await sort([one, two], 44, 0)).toEqual(['two', 'one']);
    // The second change was quicker on its way than the first.
    expect(await sort([one, two], 50, -90.5, 2 / 60)).toEqual(['one', 'two']);
    expect(await sort([two, one], 50 + 1 / 60, -90.5)).toEqual(['two', 'one']);
    // What a device says of its clock is held to what an instant can be.
    const body = { steps: [], order: [one.id], writtenAt: at(50) };
    for (const odd of ['', 'x', '9999-12-31T00:00:00Z', '2000-01-01T00:00:00Z'])
      expect(
        (await ada.call('PUT /api/ladder', { body, headers: { 'x-sent-at': odd } })).status,
      ).toBe(200);
  });

  it('does not bring a removed step back, unless it is added anew afterwards', async () => {
    const ada = await site.createPerson();
    const step = { ...buildStep('one'), material: 'small' as const, words: null };
    const added = { steps: [step], added: [step.id] };
    const put = async (body: object, minute: number) => {
      const sent = { steps: [], ...body, writtenAt: at(minute) };
      const { status, body: told } = await ada.call('PUT /api/ladder', { body: sent });
      return [status, told.steps.length];
    };
    await put(added, 1);
    expect(await put({ removed: [step.id] }, 3)).toEqual([200, 0]);
    expect(await put(added, 1)).toEqual([200, 0]);
    expect(await put({ steps: [{ ...step, words: 'late' }] }, 2)).toEqual([200, 0]);
    expect(await put({ steps: [step] }, 4)).toEqual([200, 0]);
    expect(await put(added, 5)).toEqual([200, 1]);
    // The removal, delivered once more.
    expect(await put({ removed: [step.id] }, 3)).toEqual([200, 1]);
  });

  it('taken on two devices is one ladder, with the words that one of them gave it', async () => {
    const ada = await site.createPerson();
    const step = { ...buildStep('one'), material: 'small' as const, words: null };
    const taken = { steps: [step], added: [step.id], order: [] };
    await ada.call('PUT /api/ladder', { body: taken });
    const mine = { ...step, words: 'mine' };
    await ada.call('PUT /api/ladder', { body: { steps: [mine], order: [] } });
    const { body } = await ada.call('PUT /api/ladder', { body: taken });
    expect(body.steps).toEqual([{ ...mine, attempts: [] }]);
  });

  it('keeps the later half of an attempt, whichever arrives first', async () => {
    const ada = await site.createPerson();
    const step = buildStep('one');
    await ada.call('PUT /api/ladder', { body: { steps: [step] } });
    const attempt = attemptAt(step.id);
    const outcome = { highest: 7, after: 3, happened: 'I stood', learned: 'I can stand' };
    const tell = async (more: object, minute: number) => {
      const body = { ...attempt, ...more, writtenAt: at(minute) };
      const { steps } = (await ada.call('POST /api/ladder/attempts', { body })).body;
      return steps[0]?.attempts;
    };
    const whole = { ...attempt, sure: 40, outcome };
    expect(await tell({ sure: 40, outcome }, 3)).toEqual([whole]);
    expect(await tell({ sure: 90, outcome: { ...outcome, after: 9 } }, 2)).toEqual([whole]);
    expect(await tell({ sure: 40, outcome: null }, 4)).toEqual([whole]);
  });

  it('leaves an attempt at its step and its start, which is never ahead of now', async () => {
    const ada = await site.createPerson();
    const one = buildStep('one');
    const two = buildStep('two');
    await ada.call('PUT /api/ladder', { body: { steps: [one, two] } });
    const attempt = attemptAt(one.id);
    const send = (more: object) =>
      ada.call('POST /api/ladder/attempts', { body: { ...attempt, ...more } });
    await send({ startedAt: '2100-12-31T00:00:00.000Z' });
    const moved = await send({ stepId: two.id });
    expect([moved.status, moved.body.error?.code]).toEqual([409, 'conflict']);
    const { steps } = (await send({ startedAt: at(1) })).body;
    expect(steps.map(({ attempts }) => attempts)).toEqual([[attempt], []]);
  });

  it('is refused beyond forty steps', async () => {
    const ada = await site.createPerson();
    const many = () => Array.from({ length: 30 }, (_, index) => buildStep(`step ${index}`));
    await ada.call('PUT /api/ladder', { body: { steps: many() } });
    const refused = await ada.call('PUT /api/ladder', { body: { steps: many() } });
    expect([refused.status, refused.body.error?.code]).toEqual([409, 'too_many']);
    expect((await ada.call('GET /api/ladder')).body.steps).toHaveLength(30);
  });

  it('belongs to its owner alone', async () => {
    const ada = await site.createPerson();
    const bob = await site.createPerson();
    const step = buildStep('one');
    await ada.call('PUT /api/ladder', { body: { steps: [step] } });
    const refused = await bob.call('POST /api/ladder/attempts', { body: attemptAt(step.id) });
    expect([refused.status, refused.body.error?.code]).toEqual([404, 'not_found']);
    await bob.call('PUT /api/ladder', { body: { steps: [], removed: [step.id] } });
    expect((await ada.call('GET /api/ladder')).body.steps).toHaveLength(1);
  });

  it('needs consent to be written, and is not read without it', async () => {
    const ada = await site.createPerson();
    const step = buildStep('one');
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
    const ada = await site.createPerson();
    const step = { ...buildStep(''), words: null };
    expect((await ada.call('PUT /api/ladder', { body: { steps: [step] } })).status).toBe(400);
  });
});

it('nothing that was written appears in the log, also where it is refused', async () => {
  const ada = await site.createPerson();
  const step = buildStep(MARKER);
  await ada.call('PUT /api/ladder', { body: { steps: [step] } });
  await ada.call('POST /api/ladder/attempts', { body: attemptAt(step.id) });
  await ada.send('POST /api/ladder/attempts', { body: { ...attemptAt(step.id), sure: MARKER } });
  await ada.send('POST /api/ledger', { body: { keep: MARKER, [MARKER]: MARKER } });
  // A text the database refuses in spite of its schema would tell the statement with its values.
  await ada.call('POST /api/ladder/attempts', { body: attemptAt(crypto.randomUUID()) });
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.filter((line) => line.includes(MARKER))).toEqual([]);
  expect(site.emails.filter((email) => JSON.stringify(email).includes(MARKER))).toEqual([]);
});
