import { expect, it } from 'vitest';
import { buildArchive, readArchive, readChosenFiles, TAR_TYPE } from './archive.ts';

const NOW = new Date('2026-11-22T12:00:00Z');
const FILES = new Map([
  ['sessions/one/session.json', '{}\n'],
  ['sessions/one/fr.txt', 'title: Être là\n---\n«\u00a0Oui\u00a0» …\n'],
  ['sessions/one/empty.txt', ''],
]);

it('what goes out as an archive comes in again', async () => {
  const archive = new Blob([buildArchive(FILES, NOW)], { type: TAR_TYPE });
  expect(archive.size % 512).toBe(0);
  expect(await readArchive(archive)).toEqual(FILES);
});

it('the three files of a session are read like its folder', async () => {
  const chosen = ['session.json', 'en.txt'].map((name) => new File([name], name));
  expect([...(await readChosenFiles(chosen)).keys()]).toEqual([
    'session/session.json',
    'session/en.txt',
  ]);
});

it('what is no archive holds nothing, and one that is too large is refused', async () => {
  expect(await readArchive(new Blob(['no archive at all']))).toEqual(new Map());
  await expect(readArchive(new Blob([new Uint8Array(20_000_001)]))).rejects.toThrow(RangeError);
});
