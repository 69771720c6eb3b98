import { randomUUID } from 'node:crypto';
import { openDatabase } from '#server/db/connect.ts';
import { createClient, createListener } from './listener.ts';
import { endServer, killEngine, startServer } from './server-process.ts';

const RATINGS = ['very_helpful', 'somewhat_helpful', 'not_helpful'] as const;
const STREAMS = 4;

export interface CrashReport {
  rounds: number;
  acknowledged: number;
  lost: string[];
  slowestStartMs: number;
}

/**
 * Kills (SIGKILL) and restarts the server `rounds` times at random moments of a stream of ratings and listens;
 * every third time the database engine too. Finally checks that every acknowledged write is in the database.
 */
export async function runCrashRounds(
  dataDir: string,
  rounds: number,
  log: (line: string) => void,
): Promise<CrashReport> {
  const server = await startServer(dataDir);
  const { call } = createClient(server);
  let slowestStartMs = 0;
  await createListener(call);
  const list = (await call('GET', '/api/contents')) as { items: { id: string }[] };
  const contentIds = list.items.map(({ id }) => id);

  const listens = new Set<string>();
  /** By session: the instant of the last rating that was acknowledged. */
  const rated = new Map<string, number>();
  let ratings = 0;
  const end = new AbortController();
  let clock = Date.now() - 3_600_000;
  /** Settles when the server listens again. */
  let up = Promise.resolve();
  const acknowledged = () => listens.size + ratings;
  let onAcknowledged = () => {};
  /** Waits until so many more writes were acknowledged; others are on their way at that moment. */
  const acknowledgeMore = (count: number) => {
    const goal = acknowledged() + count;
    return new Promise<void>((resolve) => {
      onAcknowledged = () => acknowledged() >= goal && resolve();
    });
  };

  async function stream(index: number): Promise<void> {
    for (let turn = index; !end.signal.aborted; turn += STREAMS) {
      const contentId = contentIds[turn % contentIds.length] ?? '';
      const at = (clock += 1);
      const instant = new Date(at).toISOString();
      const id = randomUUID();
      try {
        await call('PUT', `/api/contents/${contentId}/rating`, {
          rating: RATINGS[turn % RATINGS.length],
          ratedAt: instant,
        });
        ratings += 1;
        rated.set(contentId, Math.max(rated.get(contentId) ?? 0, at));
        onAcknowledged();
        await call('POST', '/api/listens', {
          id,
          contentId,
          startedAt: instant,
          endedAt: instant,
          positionMs: 1,
          listenedMs: 1,
          completed: false,
          timeZone: 'UTC',
        });
        listens.add(id);
        onAcknowledged();
      } catch {
        // Not acknowledged: the server is down.
        await up;
      }
    }
  }

  const streams = Array.from({ length: STREAMS }, (_, index) => stream(index));
  for (let round = 1; round <= rounds; round++) {
    await acknowledgeMore(5 + Math.floor(Math.random() * 40));
    const restart = Promise.withResolvers<void>();
    up = restart.promise;
    await endServer(server, 'SIGKILL');
    if (round % 3 === 0) await killEngine(dataDir);
    Object.assign(server, await startServer(dataDir));
    restart.resolve();
    slowestStartMs = Math.max(slowestStartMs, server.startMs);
    log(
      `  kill ${round}: ${acknowledged()} acknowledged so far, up again in ${Math.round(server.startMs)} ms`,
    );
  }
  end.abort();
  await Promise.all(streams);
  await endServer(server, 'SIGTERM');
  return {
    rounds,
    acknowledged: acknowledged(),
    lost: await findLostWrites(dataDir, listens, rated),
    slowestStartMs,
  };
}

/**
 * Acknowledged writes missing from the database. A rating may have been replaced by a later one that was not
 * acknowledged.
 */
async function findLostWrites(dataDir: string, listens: Set<string>, rated: Map<string, number>) {
  const database = await openDatabase({ dataDir });
  const stored = new Set(
    (await database.sql<{ id: string }[]>`select id from listens`).map((r) => r.id),
  );
  const rows = await database.sql<{ id: string; at: string }[]>`
    select content_id as id, rated_at as at from ratings`;
  const latest = new Map(rows.map(({ id, at }) => [id, new Date(at).getTime()]));
  await database.close();
  return [
    ...[...listens].filter((id) => !stored.has(id)).map((id) => `listen ${id}`),
    ...[...rated].filter(([id, at]) => (latest.get(id) ?? 0) < at).map(([id]) => `rating of ${id}`),
  ];
}
