// @module-tag whole

import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCrashRounds } from '../bench/crash-rounds.ts';
import { runMailRounds } from '../bench/mail-rounds.ts';

// One data folder for both: its first start is the longest of all.
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'envol-crash-'));
  await chmod(folder, 0o755);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('loses nothing it acknowledged when it is killed, three times, the database with it', async () => {
  const report = await runCrashRounds(folder, 3, () => undefined);
  expect(report.lost).toEqual([]);
  expect(report.refused).toEqual([]);
  expect(report.missing).toEqual([]);
  // What a receiver may get twice it can tell by its Message-ID.
  expect(report.mistaken).toEqual([]);
  expect(report.acknowledged).toBeGreaterThan(20);
});

it('sends every e-mail although it is killed at it, three times, the database with it', async () => {
  const report = await runMailRounds(folder, { count: 20, kills: 3 }, () => undefined);
  expect(report.missing).toEqual([]);
  expect(report.mistaken).toEqual([]);
});
