import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '#server/db/connect.ts';
import { openJobQueue } from '#server/db/jobs.ts';
import { queueEmailWithinLimits } from '#server/features/mail/writes.ts';
import { createLog } from '#server/log.ts';
import { type MailReport, startSlowMailbox } from './mailbox.ts';
import { stopServerBySignal, killDatabaseEngine, startServer } from './server-process.ts';

const SECRET = 'a secret that only this proof knows';
const RECEIVE_MS = 60;

/** Puts e-mails to `addresses` in the queue of a data folder. */
async function fillQueue(dataDir: string, addresses: string[]) {
  const database = await openDatabase({ dataDir, max: 2 });
  const log = createLog({ level: 'silent' });
  const jobs = await openJobQueue({ query: database.query }, { log });
  const deps = { jobs, secret: SECRET, clock: () => new Date() };
  for (const to of addresses)
    await queueEmailWithinLimits(deps, database.db, { name: 'noAccount', to, language: 'en' });
  await jobs.close();
  await database.close();
}

/** Resolves once the queue of a data folder is empty. */
export async function waitForEmptyQueue(dataDir: string): Promise<void> {
  const database = await openDatabase({ dataDir, max: 1, migrate: false });
  for (;;) {
    const { rows } = await database.query(
      `select 1 from jobs.job where state in ('created', 'retry', 'active') limit 1`,
    );
    if (rows.length === 0) break;
    await delay(100);
  }
  await database.close();
}

/**
 * Queues `count` e-mails, kills (SIGKILL) the server `kills` times at random moments while it sends them, every third time
 * the database engine too, and starts it again each time. Each e-mail must arrive, and whatever is sent again must
 * have the same Message-ID: an e-mail whose acceptance the killed server could not write down is sent again.
 */
export async function runMailRounds(
  dataDir: string,
  { count, kills }: { count: number; kills: number },
  log: (line: string) => void,
): Promise<MailReport> {
  const receiver = await startSlowMailbox(RECEIVE_MS);
  const settings = {
    SESSION_SECRET: SECRET,
    SMTP_URL: receiver.url,
    MAIL_FROM: 'Envol <hello@envol.example>',
  };
  const addresses = Array.from({ length: count }, (_, index) => `person-${index}@example.org`);
  await fillQueue(dataDir, addresses);
  for (let round = 1; round <= kills; round++) {
    const receiving = receiver.receive(1 + Math.floor(Math.random() * 4));
    const server = await startServer(dataDir, settings);
    await receiving;
    await delay(Math.random() * 2 * RECEIVE_MS);
    await stopServerBySignal(server, 'SIGKILL');
    if (round % 3 === 0) await killDatabaseEngine(dataDir);
    const arrived = new Set(receiver.deliveries.map(({ to }) => to)).size;
    log(`  kill ${round}: ${arrived} of ${count} arrived so far`);
  }
  const server = await startServer(dataDir, settings);
  await waitForEmptyQueue(dataDir);
  await stopServerBySignal(server, 'SIGTERM');
  await receiver.close();
  return receiver.judge(addresses);
}
