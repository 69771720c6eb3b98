import path from 'node:path';
import { runCrashRounds } from './crash-rounds.ts';
import { readNumberOption, runBench, printLine } from './launch.ts';
import { runMailRounds } from './mail-rounds.ts';

// npm run prove:kill -- [--kills 200]
// SIGKILLs of the server and of its database under writes of every kind, and a tenth as many with e-mails in hand: nothing
// acknowledged may be lost, every message is sent on as one e-mail, and the server is back within five seconds each time.

const KILLS = readNumberOption('kills', 30, 3);
const SLOWEST_MS = 5000;

await runBench(async (folder) => {
  const report = await runCrashRounds(path.join(folder, 'writes'), KILLS, printLine);
  const mails = { count: Math.max(20, KILLS / 2), kills: Math.ceil(KILLS / 10) };
  const mail = await runMailRounds(path.join(folder, 'mails'), mails, printLine);
  const faults = {
    LOST: [...report.lost, ...report.missing, ...mail.missing],
    REFUSED: report.refused,
    'TWO MESSAGE-IDS': [...report.mistaken, ...mail.mistaken],
  };
  for (const [name, found] of Object.entries(faults))
    for (const one of found) printLine(`${name} ${one}`);
  const count = Object.values(faults).flat().length;
  printLine(
    `${KILLS} kills, ${report.acknowledged} writes acknowledged, ${report.lost.length} lost; ${count} faults in all; ` +
      `${report.repeated + mail.repeated} e-mails sent again with the same Message-ID; slowest start ${Math.round(report.slowestStartMs)} ms (promised ${SLOWEST_MS})`,
  );
  return count === 0 && report.slowestStartMs < SLOWEST_MS;
});
