import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runMailRounds } from './mail-rounds.ts';

// A hundred e-mails in hand at twenty SIGKILLs: all arrive, each once in a mailbox that knows a Message-ID again.

const COUNT = 100;
const KILLS = 20;

const folder = await mkdtemp(path.join(tmpdir(), 'envol-mail-'));
await chmod(folder, 0o755);
try {
  const report = await runMailRounds(folder, { count: COUNT, kills: KILLS }, (line) =>
    process.stdout.write(`${line}\n`),
  );
  const { missing, mistaken, repeated, deliveries } = report;
  process.stdout.write(
    `${COUNT} e-mails, ${KILLS} kills: ${COUNT - missing.length} arrived, ${deliveries} deliveries; ${repeated} were sent again with the same Message-ID, ${mistaken.length} with another\n`,
  );
  process.exitCode = missing.length + mistaken.length === 0 ? 0 : 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
