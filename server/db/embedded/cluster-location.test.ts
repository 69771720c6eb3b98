import { chmod, mkdir, mkdtemp, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BootError } from '#server/db/boot-error.ts';
import { chooseSystemAccountIfRoot } from './account.ts';
import { ensureSocketFolder } from './cluster-location.ts';

let folder: string;
beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'envol-place-'))));
afterEach(() => rm(folder, { recursive: true, force: true }));

/** As whom the engine runs for root. */
const other = chooseSystemAccountIfRoot('/');

describe('the folder of a socket in the temporary folder', () => {
  const far = () => join(folder, 'long-'.repeat(30));

  it('is refused when it is a link that somebody left there, and what it points to is not given away', async () => {
    const place = ensureSocketFolder(far(), other);
    await rm(place, { recursive: true });
    const target = join(folder, 'target');
    await mkdir(target, { mode: 0o700 });
    await symlink(target, place);
    expect(() => ensureSocketFolder(far(), other)).toThrow(BootError);
    expect((await stat(target)).uid).toBe(process.getuid?.());
    await rm(place);
  });

  it('is refused when others may enter it', async () => {
    const place = ensureSocketFolder(far(), other);
    expect(ensureSocketFolder(far(), other)).toBe(place);
    await chmod(place, 0o755);
    expect(() => ensureSocketFolder(far(), other)).toThrow(
      /is in the way of the database's socket/,
    );
    await rm(place, { recursive: true });
  });
});
