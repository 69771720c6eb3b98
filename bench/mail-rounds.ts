import { setTimeout as delay } from 'node:timers/promises';
import { type AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { openDatabase } from '#server/db/connect.ts';
import { openJobs } from '#server/db/jobs.ts';
import { queueEmail } from '#server/features/mail/writes.ts';
import { createLog } from '#server/log.ts';
import { endServer, killEngine, startServer } from './server-process.ts';

const SECRET = 'a secret that only this proof knows';
/** How long the receiver takes for one e-mail at most. */
const RECEIVE_MS = 60;

export interface MailReport {
  /** Addresses whose e-mail never arrived. */
  missing: string[];
  /** Addresses whose e-mails had different Message-IDs, by which a receiver can't tell that they are the same. */
  mistaken: string[];
  /** E-mails that were handed over again, with the same Message-ID. */
  repeated: number;
  deliveries: number;
}

/** An SMTP server on loopback that takes its time, as real ones do. */
async function openReceiver() {
  /** By address: the Message-ID of each delivery. */
  const mailbox = new Map<string, string[]>();
  let onDelivery = () => {};
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        onDelivery();
        const [head = ''] = Buffer.concat(chunks).toString().split('\r\n\r\n', 1);
        const id = /^Message-ID: (\S+)/im.exec(head)?.[1] ?? '';
        const to = envelope.rcptTo[0]?.address ?? '';
        setTimeout(() => {
          mailbox.set(to, [...(mailbox.get(to) ?? []), id]);
          done();
        }, Math.random() * RECEIVE_MS);
      });
    },
  });
  // A sender that is killed breaks the connection.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    mailbox,
    url: `smtp://127.0.0.1:${port}`,
    /** Resolves when so many more e-mails have come in whole, and are not yet answered. */
    receive: (count: number) =>
      new Promise<void>((resolve) => {
        let left = count;
        onDelivery = () => --left <= 0 && resolve();
      }),
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}

/** Puts e-mails to `addresses` in the queue of a data folder; resolves to a reader of how many are left there. */
async function fillQueue(dataDir: string, addresses: string[]) {
  const database = await openDatabase({ dataDir, max: 2 });
  const jobs = await openJobs({ run: database.run }, { log: createLog({ level: 'silent' }) });
  for (const to of addresses)
    await queueEmail({ jobs, secret: SECRET, clock: () => new Date() }, database.db, {
      name: 'noAccount',
      to,
      language: 'en',
    });
  await jobs.close();
  await database.close();
}

/** Resolves once the queue of a data folder is empty. */
async function waitForEmptyQueue(dataDir: string): Promise<void> {
  const database = await openDatabase({ dataDir, max: 1, migrate: false });
  for (;;) {
    const rows = await database.sql`select 1 from jobs.job where name = 'mail' limit 1`;
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
  const receiver = await openReceiver();
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
    await endServer(server, 'SIGKILL');
    if (round % 3 === 0) await killEngine(dataDir);
    log(`  kill ${round}: ${receiver.mailbox.size} of ${count} arrived so far`);
  }
  const server = await startServer(dataDir, settings);
  await waitForEmptyQueue(dataDir);
  await endServer(server, 'SIGTERM');
  await receiver.close();
  const deliveries = [...receiver.mailbox.values()];
  return {
    missing: addresses.filter((address) => !receiver.mailbox.has(address)),
    mistaken: addresses.filter((address) => new Set(receiver.mailbox.get(address)).size > 1),
    repeated: deliveries.filter((ids) => ids.length > 1).length,
    deliveries: deliveries.flat().length,
  };
}
