import { readFile, stat } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { fallBackIfFileMissing } from './missing-file.ts';

const HERE = import.meta.filename;

it.each([
  ['a file that is not there', `${HERE}.none`],
  ['a file below one that is no folder', `${HERE}/none`],
])('%s is answered by what stands for it', async (_what, path) =>
  expect(await fallBackIfFileMissing(stat(path), null)).toBeNull(),
);

it('what is there is what was read', async () =>
  expect(await fallBackIfFileMissing(readFile(HERE, 'utf8'), null)).toContain(
    'fallBackIfFileMissing',
  ));

it('a failure that is none of a missing file is thrown', async () => {
  await expect(fallBackIfFileMissing(readFile('/'), null)).rejects.toThrow('EISDIR');
});
