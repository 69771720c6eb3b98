import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it } from 'vitest';
import { runCrashRounds } from '../bench/crash-rounds.ts';

it('loses nothing it acknowledged when it is killed, five times, the database with it', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'envol-crash-'));
  await chmod(folder, 0o755);
  const report = await runCrashRounds(folder, 5, () => undefined);
  expect(report.lost).toEqual([]);
  expect(report.acknowledged).toBeGreaterThan(20);
  await rm(folder, { recursive: true, force: true });
});
