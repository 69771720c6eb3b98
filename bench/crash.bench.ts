import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runCrashRounds } from './crash-rounds.ts';

// npm run prove:kill -- [--kills 200]
// SIGKILLs of the server and of its database under writes of every kind: nothing acknowledged may be lost, every message
// is sent on as one e-mail, and the server is back within five seconds each time.

const SLOWEST_MS = 5000;

const { values } = parseArgs({ options: { kills: { type: 'string', default: '30' } } });

const folder = await mkdtemp(path.join(tmpdir(), 'envol-crash-'));
await chmod(folder, 0o755);
try {
  const report = await runCrashRounds(folder, Number(values.kills), (line) =>
    process.stdout.write(`${line}\n`),
  );
  const { kills, acknowledged, lost, refused, missing, mistaken, repeated, slowestStartMs } =
    report;
  for (const what of [...lost, ...missing, ...mistaken]) process.stdout.write(`  LOST ${what}\n`);
  for (const what of refused) process.stdout.write(`  REFUSED ${what}\n`);
  process.stdout.write(
    `${kills} kills, ${acknowledged} writes acknowledged, ${lost.length} lost; ${missing.length} messages not sent on, ` +
      `${repeated} sent again with the same Message-ID, ${mistaken.length} with another; slowest start ${Math.round(slowestStartMs)} ms\n`,
  );
  const isWhole = lost.length + refused.length + missing.length + mistaken.length === 0;
  process.exitCode = isWhole && slowestStartMs < SLOWEST_MS ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
