import { setTimeout as delay } from 'node:timers/promises';
import { openDatabase } from '#server/db/connect.ts';
import { waitForEmptyQueue } from './mail-rounds.ts';
import { type MailReport, startSlowMailbox } from './mailbox.ts';
import { stopServerBySignal, killDatabaseEngine, startServer } from './server-process.ts';
import { findLostWrites } from './lost-writes.ts';
import { createBenchWriter, type Writer } from './writers.ts';

const WRITERS = 4;
/** How long the receiver takes for one e-mail at most. */
const RECEIVE_MS = 60;
const RETRY_MS = 50;

export interface CrashReport extends MailReport {
  acknowledged: number;
  lost: string[];
  /** Writes that were refused for another reason than that the server or its database was down. */
  refused: string[];
  slowestStartMs: number;
}

/**
 * Kills (SIGKILL) the server or the database engine `kills` times, in turn and at random moments, while people write
 * everything there is to write and messages are sent on by e-mail. Finally checks that every acknowledged write is in the
 * database, and that every message was sent on.
 */
export async function runCrashRounds(
  dataDir: string,
  kills: number,
  log: (line: string) => void,
): Promise<CrashReport> {
  const mailbox = await startSlowMailbox(RECEIVE_MS);
  const settings = {
    SMTP_URL: mailbox.url,
    MAIL_FROM: 'Envol <hello@envol.example>',
    CONTACT_EMAIL: 'operator@envol.example',
    // Every message comes from an address of its own, so that their limit does not end the run.
    TRUSTED_PROXIES: '127.0.0.1',
  };
  const server = await startServer(dataDir, settings);
  const writers: Writer[] = [];
  const studio = await openDatabase({ dataDir, max: 1, migrate: false });
  for (let index = 0; index < WRITERS; index++)
    writers.push(await createBenchWriter(server, studio));
  await studio.close();
  const refused = new Set<string>();
  const end = new AbortController();
  /** Settles when the server listens again. */
  let up = Promise.resolve();
  const count = () => writers.reduce((sum, { acknowledged }) => sum + acknowledged.count, 0);
  const streams = writers.map(async (writer) => {
    while (!end.signal.aborted)
      // Not acknowledged: the server or its database is down.
      await writer.write().catch((error: unknown) => {
        const { status = 503 } = error as { status?: number };
        if (status < 500) refused.add(String(error));
        return up.then(() => delay(RETRY_MS));
      });
  });

  let slowestStartMs = 0;
  for (let kill = 1; kill <= kills; kill++) {
    const goal = count() + 5 + Math.floor(Math.random() * 40);
    while (count() < goal) await delay(1 + Math.random() * 10);
    if (kill % 2 === 0) {
      await killDatabaseEngine(dataDir);
    } else {
      const restart = Promise.withResolvers<void>();
      up = restart.promise;
      await stopServerBySignal(server, 'SIGKILL');
      // From time to time both are gone at once.
      if (kill % 3 === 0) await killDatabaseEngine(dataDir);
      Object.assign(server, await startServer(dataDir, settings));
      slowestStartMs = Math.max(slowestStartMs, server.startMs);
      restart.resolve();
    }
    if (kill % 10 === 0) log(`  ${kill} kills: ${count()} acknowledged so far`);
  }
  end.abort();
  await Promise.all(streams);
  await waitForEmptyQueue(dataDir);
  await stopServerBySignal(server, 'SIGTERM');
  await mailbox.close();
  const database = await openDatabase({ dataDir });
  const lost = await findLostWrites(database, writers);
  await database.close();
  const messages = writers.flatMap(({ acknowledged }) => [...acknowledged.messages]);
  return {
    acknowledged: count(),
    lost,
    refused: [...refused],
    slowestStartMs,
    ...mailbox.judge(messages),
  };
}
