import { readFile, stat } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { fallBackIfMissing } from './missing-file.ts';

const HERE = import.meta.filename;

it.each([
  ['a file that is not there', `${HERE}.none`],
  ['a file below one that is no folder', `${HERE}/none`],
])('%s is answered by what stands for it', async (_what, path) =>
  expect(await fallBackIfMissing(stat(path), null)).toBeNull(),
);

it('what is there is what was read', async () =>
  expect(await fallBackIfMissing(readFile(HERE, 'utf8'), null)).toContain('fallBackIfMissing'));

it('a failure that is none of a missing file is thrown', async () => {
  await expect(fallBackIfMissing(readFile('/'), null)).rejects.toThrow('EISDIR');
});
