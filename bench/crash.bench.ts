import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runCrashRounds } from './crash-rounds.ts';

// Thirty SIGKILLs under a stream of ratings and listens: nothing acknowledged may be lost, and the
// server is back within five seconds each time.

const ROUNDS = 30;
const SLOWEST_MS = 5000;

const folder = await mkdtemp(path.join(tmpdir(), 'envol-crash-'));
await chmod(folder, 0o755);
try {
  const report = await runCrashRounds(folder, ROUNDS, (line) => process.stdout.write(`${line}\n`));
  const { acknowledged, lost, slowestStartMs } = report;
  process.stdout.write(
    `${ROUNDS} kills, ${acknowledged} writes acknowledged, ${lost.length} lost, slowest start ${Math.round(slowestStartMs)} ms\n`,
  );
  process.exitCode = lost.length === 0 && slowestStartMs < SLOWEST_MS ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
