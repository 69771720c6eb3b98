import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { openDatabase } from '#server/db/connect.ts';
import { doWork } from '#server/testing/bot-check.ts';
import { HEALTH_CONSENT_VERSION } from '#shared/contract/assessment.ts';
import type { WorkToDo } from '#shared/contract/bot-check.ts';
import { FEAR_AREAS } from '#shared/rules/fear-areas.ts';

const ROOT = path.join(import.meta.dirname, '..');
const RATINGS = ['very_helpful', 'somewhat_helpful', 'not_helpful'] as const;
const STREAMS = 4;

export interface CrashReport {
  rounds: number;
  acknowledged: number;
  lost: string[];
  slowestStartMs: number;
}

/** A running server, by the process that `npm start` runs. */
async function startServer(dataDir: string) {
  const began = performance.now();
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const base = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (text) => {
      const address = /is ready on (\S+)/.exec(String(text))?.[1];
      if (address) resolve(address);
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return { child, base, startMs: performance.now() - began };
}

const ended = (child: ChildProcess) =>
  new Promise<void>((resolve) => void child.once('exit', () => resolve()));

/** One person's browser over real HTTP. */
function client(where: { base: string }) {
  let cookie = '';
  return async (method: string, route: string, body?: object): Promise<unknown> => {
    const response = await fetch(`${where.base}${route}`, {
      method,
      headers: { origin: where.base, cookie, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const set = response.headers.getSetCookie().map((line) => line.split(';')[0]);
    if (set.length > 0) cookie = set.join('; ');
    if (!response.ok) throw new Error(`${method} ${route}: ${response.status}`);
    return response.json();
  };
}

/** Signs somebody up and leads them to a pass, as the browser does. */
async function makeListener(call: ReturnType<typeof client>): Promise<void> {
  const email = `crash-${randomUUID()}@example.org`;
  const password = 'a long walk along the runway';
  const given = await call('GET', '/api/bot-check/challenge?action=sign_up');
  const botToken = await doWork((given as { challenge: WorkToDo }).challenge);
  await call('POST', '/api/auth/sign-up', { email, password, language: 'en', botToken });
  const identity = await call('POST', '/api/auth/sign-in', { email, password });
  const { uid } = identity as { uid: string };
  await call('POST', '/api/users', {
    firebaseUid: uid,
    name: 'Ada',
    email,
    signUpMethod: 'email',
    onboardingComplete: false,
    preferredLanguage: 'en',
  });
  await call('PUT', '/api/assessment/consent', { given: true, version: HEALTH_CONSENT_VERSION });
  const answers = Object.fromEntries(FEAR_AREAS.map(({ key }) => [key, 5]));
  await call('POST', '/api/assessment/complete', { answers });
  await call('POST', '/api/users/me/onboarding', { timeZone: 'Europe/Paris' });
  const checkout = await call('POST', '/api/checkouts', { plan: 'monthly', currency: 'EUR' });
  const { id } = checkout as { id: string };
  await call('POST', `/api/checkouts/${id}/pay`, { card: 'accepted' });
}

/** Kills the server and, where asked, its database engine, with no warning. */
async function kill(child: ChildProcess, dataDir: string, withEngine: boolean): Promise<void> {
  const gone = ended(child);
  child.kill('SIGKILL');
  await gone;
  if (!withEngine) return;
  const [pid] = (await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGKILL');
}

/**
 * Kills the server at a random moment of a stream of ratings and listens, `rounds` times over, and
 * starts it again; every third time the database engine dies with it. In the end every write that was
 * acknowledged is looked for in the database.
 */
export async function crash(
  dataDir: string,
  rounds: number,
  say: (line: string) => void,
): Promise<CrashReport> {
  const server = await startServer(dataDir);
  const call = client(server);
  let slowestStartMs = 0;
  await makeListener(call);
  const list = (await call('GET', '/api/contents')) as { items: { id: string }[] };
  const contentIds = list.items.map(({ id }) => id);

  const listens = new Set<string>();
  /** By session: the instant of the last rating that was acknowledged. */
  const rated = new Map<string, number>();
  let ratings = 0;
  const end = new AbortController();
  let clock = Date.now() - 3_600_000;

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
      } catch {
        // Not acknowledged: the server is down. Waits for the next turn of the event loop and asks again.
        await new Promise((resolve) => void setTimeout(resolve, 20));
      }
    }
  }

  const streams = Array.from({ length: STREAMS }, (_, index) => stream(index));
  for (let round = 1; round <= rounds; round++) {
    await new Promise((resolve) => void setTimeout(resolve, 100 + Math.random() * 600));
    await kill(server.child, dataDir, round % 3 === 0);
    Object.assign(server, await startServer(dataDir));
    slowestStartMs = Math.max(slowestStartMs, server.startMs);
    say(
      `  kill ${round}: ${listens.size + ratings} acknowledged so far, up again in ${Math.round(server.startMs)} ms`,
    );
  }
  end.abort();
  await Promise.all(streams);
  const gone = ended(server.child);
  server.child.kill('SIGTERM');
  await gone;
  return {
    rounds,
    acknowledged: listens.size + ratings,
    lost: await missing(dataDir, listens, rated),
    slowestStartMs,
  };
}

/** What was acknowledged and is not there. A rating may have been followed by a later one that was not acknowledged. */
async function missing(dataDir: string, listens: Set<string>, rated: Map<string, number>) {
  const database = await openDatabase({ dataDir });
  const kept = new Set(
    (await database.sql<{ id: string }[]>`select id from listens`).map((r) => r.id),
  );
  const rows = await database.sql<{ id: string; at: string }[]>`
    select content_id as id, rated_at as at from ratings`;
  const latest = new Map(rows.map(({ id, at }) => [id, new Date(at).getTime()]));
  await database.close();
  return [
    ...[...listens].filter((id) => !kept.has(id)).map((id) => `listen ${id}`),
    ...[...rated].filter(([id, at]) => (latest.get(id) ?? 0) < at).map(([id]) => `rating of ${id}`),
  ];
}
