import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { importLibraryAndUpdateSearchIndex } from '#server/import-content.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { createContentFolder, writeTestProgram } from '#server/testing/library.ts';
import type { TestPerson } from '#server/testing/people.ts';
import { HEALTH_CONSENT_VERSION } from '#shared/contract/assessment.ts';
import { type LessonDose, proposeLesson } from '#shared/rules/lesson-dose.ts';

let site: TestApp;
let folder: string;
beforeAll(async () => void (site = await createTestApp({ clock: '2026-11-21T12:00:00Z' })));
afterAll(() => site.close());
beforeEach(async () => {
  folder = await createContentFolder(
    [{ slug: 'one' }, { slug: 'two', kind: 'load' }, { slug: 'three' }],
    [
      { slug: 'steps', lessons: ['one', 'two'], position: 2 },
      { slug: 'home', lessons: ['three', 'one'], position: 1, areas: ['post_flight_worry'] },
    ],
  );
  await importLibraryAndUpdateSearchIndex(site.db, folder);
});

const list = async (person: TestPerson) => (await person.call('GET /api/programs')).body.items;
const findProgramId = async (person: TestPerson, slug: string) =>
  (await list(person)).find((program) => program.slug === slug)?.id ?? '';
const open = async (person: TestPerson, id: string) =>
  (await person.call('GET /api/programs/:id', { params: { id } })).body;
// Before any lesson was there, as the database's own clock has it.
const at = '2026-11-01T11:00:00.000Z';
const send = (person: TestPerson, id: string, event: object) =>
  person.call('POST /api/programs/:id/events', {
    params: { id },
    body: { id: randomUUID(), at, ...event },
  });

const heardWhole = {
  startedAt: '2026-11-21T11:00:00.000Z',
  endedAt: '2026-11-21T11:01:00.000Z',
  positionMs: 40_000,
  listenedMs: 40_000,
  completed: true,
  timeZone: 'Europe/Paris',
};

describe('the programs', () => {
  it('come in their order, in the language of the person, with where they stand', async () => {
    const ada = await site.createPerson({ language: 'fr' });
    const items = await list(ada);
    expect(items.map(({ title }) => title)).toEqual(['home fr', 'steps fr']);
    expect(items[1]?.sessions.map(({ kind, completed }) => [kind, completed])).toEqual([
      ['flow', false],
      ['load', false],
    ]);
    expect(items.map(({ areas }) => areas)).toEqual([['post_flight_worry'], []]);
    const { standing, lessons, about } = await open(ada, items[1]?.id ?? '');
    expect(about).toContain('\n\n');
    expect(lessons.map(({ title }) => title)).toEqual(['one in steps fr', 'two in steps fr']);
    expect(standing).toEqual({
      state: 'new',
      startedAt: null,
      completed: 0,
      total: 2,
      nextLessonId: lessons[0]?.id,
    });
  });

  it('go on where they were left, on another device and whatever arrives twice', async () => {
    const ada = await site.createPerson();
    const id = await findProgramId(ada, 'steps');
    const [first, second] = (await open(ada, id)).lessons.map((lesson) => lesson.id);
    const done = { id: randomUUID(), type: 'lesson_completed', lessonId: first };
    await send(ada, id, done);
    const again = await send(ada, id, done);
    expect(again.body.standing).toEqual({
      state: 'under_way',
      startedAt: at,
      completed: 1,
      total: 2,
      nextLessonId: second,
    });
    expect((await list(ada))[1]?.standing).toEqual(again.body.standing);
    await send(ada, id, { type: 'lesson_completed', lessonId: second });
    expect((await open(ada, id)).standing.state).toBe('completed');
    expect((await list(ada))[0]?.standing.state).toBe('new');
  });

  it('keep a ticked task with its note, until it is unticked later', async () => {
    const ada = await site.createPerson();
    const id = await findProgramId(ada, 'steps');
    const lessonId = (await open(ada, id)).lessons[0]?.id;
    const note = 'Two floors.\nThe doors took four seconds.';
    await send(ada, id, { type: 'task_ticked', lessonId, note });
    expect((await open(ada, id)).lessons[0]).toMatchObject({ note, taskTickedAt: at });
    await send(ada, id, { type: 'task_unticked', lessonId, at: '2026-11-01T10:00:00.000Z' });
    expect((await open(ada, id)).lessons[0]?.note).toBe(note);
    await send(ada, id, { type: 'task_unticked', lessonId, at: '2026-11-01T11:30:00.000Z' });
    expect((await open(ada, id)).lessons[0]).toMatchObject({ note: null, taskTickedAt: null });
  });

  it('show nobody what another did', async () => {
    const ada = await site.createPerson();
    const ben = await site.createPerson();
    const id = await findProgramId(ada, 'steps');
    await send(ada, id, { type: 'started' });
    expect((await open(ben, id)).standing.state).toBe('new');
  });

  it.each([
    ['a program nobody knows', { type: 'started' }, true, 404, 'program_not_found'],
    [
      'a lesson of no program',
      { type: 'lesson_completed', lessonId: randomUUID() },
      false,
      404,
      'program_not_found',
    ],
    ['a lesson that is not named', { type: 'lesson_completed' }, false, 400, 'invalid_input'],
    [
      'a note too long',
      { type: 'task_ticked', lessonId: randomUUID(), note: 'x'.repeat(501) },
      false,
      400,
      'invalid_input',
    ],
  ])('refuse %s', async (_what, event, elsewhere, status, code) => {
    const ada = await site.createPerson();
    const id = elsewhere ? randomUUID() : await findProgramId(ada, 'steps');
    const answer = await send(ada, id, event);
    const { error } = answer.body as { error?: { code: string } };
    expect([answer.status, error?.code]).toEqual([status, code]);
  });

  it('refuse a lesson of another program', async () => {
    const ada = await site.createPerson();
    const steps = await findProgramId(ada, 'steps');
    const home = await findProgramId(ada, 'home');
    const lessonId = (await open(ada, home)).lessons[0]?.id;
    expect((await send(ada, steps, { type: 'lesson_completed', lessonId })).status).toBe(404);
  });

  it('refuse another event under the name of one that is kept', async () => {
    const ada = await site.createPerson();
    const id = await findProgramId(ada, 'steps');
    const lessonId = (await open(ada, id)).lessons[0]?.id;
    const ticked = { id: randomUUID(), type: 'task_ticked', lessonId, note: 'one', at };
    for (const _ of [1, 2]) expect((await send(ada, id, ticked)).status).toBe(200);
    for (const other of [
      { note: 'two' },
      { type: 'task_unticked' },
      { at: '2026-11-02T11:00:00Z' },
    ]) {
      const refused = await send(ada, id, { ...ticked, ...other });
      expect([refused.status, refused.body.error?.code]).toEqual([409, 'conflict']);
    }
  });

  it('take an instant of a clock that runs ahead as now', async () => {
    const ada = await site.createPerson();
    const id = await findProgramId(ada, 'steps');
    const { body } = await send(ada, id, { type: 'started', at: '2027-01-01T00:00:00.000Z' });
    expect(body.standing.startedAt).toBe('2026-11-21T12:00:00.000Z');
  });
});

describe('an exposure in a program', () => {
  const SCRIPT = `title: A title
summary: A summary.
source: Somebody, a book, 2020
---
One sentence to say out loud.
[rate fear]
[pause 20]
[rate fear]
`;
  /** A program of one exposure at this dose and what comes after it. */
  const importDosed = async (dose: LessonDose) => {
    folder = await createContentFolder(
      [{ slug: 'scene', kind: 'load', script: SCRIPT }, { slug: 'after' }],
      [{ slug: 'dosed', lessons: [{ session: 'scene', dose }, 'after'] }],
    );
    await importLibraryAndUpdateSearchIndex(site.db, folder);
  };
  /** Goes through the exposure with these numbers, an hour of the clock ago. */
  const goThrough = async (person: TestPerson, id: string, fear: [number, number], minute = 0) => {
    const [lesson] = (await open(person, id)).lessons;
    const at = (second: number) =>
      new Date(Date.UTC(2026, 10, 21, 11, minute, second)).toISOString();
    const selfRatings = fear.map((value, index) => ({
      cue: index === 0 ? 1 : 3,
      name: 'fear' as const,
      value,
      ratedAt: at(10 + index * 20),
    }));
    await person.call('POST /api/listens', {
      body: {
        ...heardWhole,
        id: randomUUID(),
        contentId: lesson?.contentId ?? '',
        startedAt: at(0),
        endedAt: at(40),
        selfRatings,
      },
    });
    await send(person, id, { type: 'lesson_completed', lessonId: lesson?.id, at: at(41) });
    return (await open(person, id)).lessons;
  };

  it('comes again while its fear stays, and goes on once it fell', async () => {
    await importDosed('long');
    const ada = await site.createPerson();
    const id = await findProgramId(ada, 'dosed');
    const stayed = await goThrough(ada, id, [6, 7]);
    expect(stayed[0]).toMatchObject({ dose: 'long', outcome: 'stayed', practised: true });
    expect(proposeLesson(stayed)).toEqual({ lessonId: stayed[0]?.id, step: 'again' });
    const moved = await goThrough(ada, id, [6, 4], 30);
    expect(moved[0]).toMatchObject({ outcome: 'moved' });
    expect(moved[0]?.runs).toHaveLength(2);
    expect(proposeLesson(moved)).toEqual({ lessonId: moved[1]?.id, step: 'go_on' });
  });

  it('knows nothing of the numbers once the consent to them is withdrawn', async () => {
    await importDosed('long');
    const ada = await site.createPerson();
    const id = await findProgramId(ada, 'dosed');
    await goThrough(ada, id, [6, 7]);
    const body = { given: false, version: HEALTH_CONSENT_VERSION };
    await ada.call('PUT /api/assessment/consent', { body });
    const { lessons } = await open(ada, id);
    expect(lessons[0]).toMatchObject({ outcome: null, practised: true });
    expect(proposeLesson(lessons)?.step).toBe('go_on');
  });

  it('on board is offered once it was practised, wherever that was', async () => {
    await importDosed('flight');
    const ada = await site.createPerson();
    const id = await findProgramId(ada, 'dosed');
    const before = (await open(ada, id)).lessons;
    expect(proposeLesson(before)?.lessonId).toBe(before[1]?.id);
    const body = { ...heardWhole, id: randomUUID(), contentId: before[0]?.contentId ?? '' };
    await ada.call('POST /api/listens', { body });
    const after = (await open(ada, id)).lessons;
    expect(proposeLesson(after)?.lessonId).toBe(after[0]?.id);
  });
});

describe('a change of the lessons', () => {
  it('loses nothing when a lesson is unpublished and comes back', async () => {
    const ada = await site.createPerson();
    const id = await findProgramId(ada, 'steps');
    const [first, second] = (await open(ada, id)).lessons.map((lesson) => lesson.id);
    await send(ada, id, { type: 'lesson_completed', lessonId: first });
    await writeTestProgram(folder, { slug: 'steps', lessons: ['two', 'three'], position: 2 });
    await importLibraryAndUpdateSearchIndex(site.db, folder);
    const without = await open(ada, id);
    expect(without.lessons.map((lesson) => lesson.title)).toEqual([
      'two in steps en',
      'three in steps en',
    ]);
    expect(without.standing).toMatchObject({ completed: 0, state: 'under_way' });
    // What was done offline with the unpublished lesson is still taken.
    expect((await send(ada, id, { type: 'lesson_completed', lessonId: first })).status).toBe(200);
    await writeTestProgram(folder, { slug: 'steps', lessons: ['one', 'two'], position: 2 });
    await importLibraryAndUpdateSearchIndex(site.db, folder);
    const back = await open(ada, id);
    expect(back.lessons.map((lesson) => [lesson.id, lesson.completedAt])).toEqual([
      [first, at],
      [second, null],
    ]);
  });

  it('leaves a finished program finished when a lesson is added', async () => {
    const ada = await site.createPerson();
    const id = await findProgramId(ada, 'steps');
    for (const { id: lessonId } of (await open(ada, id)).lessons)
      await send(ada, id, { type: 'lesson_completed', lessonId });
    await writeTestProgram(folder, {
      slug: 'steps',
      lessons: ['one', 'three', 'two'],
      position: 2,
    });
    await importLibraryAndUpdateSearchIndex(site.db, folder);
    const { standing, lessons } = await open(ada, id);
    expect(standing).toMatchObject({
      state: 'completed',
      completed: 2,
      total: 3,
      nextLessonId: lessons[1]?.id,
    });
  });

  it('of a whole program that is unpublished answers that it is gone, and keeps what was done', async () => {
    const ada = await site.createPerson();
    const id = await findProgramId(ada, 'home');
    await send(ada, id, { type: 'started' });
    await rm(path.join(folder, 'programs/home'), { recursive: true });
    await importLibraryAndUpdateSearchIndex(site.db, folder);
    const gone = await ada.call('GET /api/programs/:id', { params: { id } });
    expect([gone.status, gone.body]).toMatchObject([404, { error: { code: 'program_not_found' } }]);
    await writeTestProgram(folder, { slug: 'home', lessons: ['three'] });
    await importLibraryAndUpdateSearchIndex(site.db, folder);
    expect((await open(ada, id)).standing.state).toBe('under_way');
  });
});
