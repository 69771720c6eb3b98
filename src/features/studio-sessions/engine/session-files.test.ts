import { expect, it } from 'vitest';
import type { StudioSession } from '#shared/contract/admin-contents.ts';
import { EMPTY_STUDIO_SESSION } from '../model.ts';
import { buildSessionFiles, parseSessionFiles } from './session-files.ts';

const recording = (url: string, fits: boolean) => ({
  url,
  fits,
  doubts: [],
  bytes: 5,
  durationMs: 2000,
  origin: 'speech' as const,
  spans: [[0, 900]] as [number, number][],
  addedAt: '2026-11-18T00:00:00.000Z',
});
const SESSION: StudioSession = {
  ...EMPTY_STUDIO_SESSION,
  slug: 'one',
  publishedAt: '2026-11-18T00:00:00.000Z',
  recordings: { en: recording('/media/0-1.mp3', true), fr: recording('/media/0-2.ogg', false) },
};
const HELLO = '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824';

const build = async (withRecordings = true) => {
  const fetchRecording = withRecordings ? async () => new Blob(['hello']) : null;
  const files = await buildSessionFiles(SESSION, '2026-11-22', fetchRecording);
  return new Map([...files].map(([path, content]) => [path, new Blob([content])]));
};

it('the files of a session are read as the same session, with the recording that fits its script', async () => {
  const { sessions, faulty } = await parseSessionFiles(await build());
  expect(faulty).toEqual([]);
  const { optIn: _, guard: _guard, access: _access, form: _form, ...facts } = SESSION.source.facts;
  // What is left out is what it is by default.
  const en = { sha256: HELLO, origin: 'speech', spans: [[0, 900]] };
  expect(sessions).toMatchObject([
    { slug: 'one', source: { ...SESSION.source, facts }, recordings: { en } },
  ]);
  expect(await sessions[0]?.recordings.en?.file.text()).toBe('hello');
  expect(sessions[0]?.recordings.fr).toBeUndefined();
});

it('scripts go alone where recordings are not wanted', async () => {
  const files = await build(false);
  expect([...files.keys()].map((path) => path.split('/').at(-1))).toEqual([
    'session.json',
    'en.txt',
    'fr.txt',
  ]);
  expect((await parseSessionFiles(files)).sessions[0]?.recordings).toEqual({});
});

it.each([
  ['without one of its files', 'fr.txt', null],
  ['whose facts are no JSON', 'session.json', '{'],
  ['with a script of megabytes', 'en.txt', 'x'.repeat(200_001)],
  ['without a recording that it describes', 'en.mp3', null],
  ['with a recording that nothing describes', 'fr.mp3', 'x'],
  ['that describes no recordings at all', 'recordings.json', null],
  ['that describes a file of another place', 'recordings.json', '{"en":{"file":"../en.mp3"}}'],
  ['whose description is nothing', 'recordings.json', 'null'],
])('a folder %s is named and left out', async (_what, name, content) => {
  const files = await build();
  if (content === null) files.delete(`sessions/one/${name}`);
  else files.set(`sessions/one/${name}`, new Blob([content]));
  expect(await parseSessionFiles(files)).toEqual({ sessions: [], faulty: ['one'] });
});
