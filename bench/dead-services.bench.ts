import { type ChildProcess, fork } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { openDatabase } from '#server/db/connect.ts';
import { buildIdTokenClaims, createSigningKey, signIdToken } from '#server/testing/firebase.ts';
import { PASSWORD } from '#server/testing/people.ts';
import type { DeadServicesSite, ServicePorts } from './dead-services-server.ts';
import { createClient } from './listener.ts';
import { type Failure, openOutsideService, type OutsideService } from './outside-service.ts';

// node bench/dead-services.bench.ts [--rounds 3]
// Each outside service refuses connections, never answers, answers a byte at a time, or answers garbage, while people's
// requests have the server ask it five times a second: reading, writing and signing in keep the speed that they have while
// the same is asked of a service that answers, and every one of those requests is answered with no error of ours. Rounds of
// the two alternate, and the sums of their rates are compared. All three kinds share two cores, and what one of them loses by
// chance another gains: the mean of their ratios is judged.

const FAILURES: readonly Failure[] = ['dead', 'silent', 'dripping', 'garbage'];
const PROMISED = 0.9;
const SECONDS = 2;
const ASK_INTERVAL_MS = 200;

type Service = keyof ServicePorts;
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } });
const ROUNDS = Number(values.rounds);

const key = await createSigningKey('a key that nobody knows');
const now = new Date();
const idToken = await signIdToken(key, buildIdTokenClaims(now));

const services: Record<Service, OutsideService> = {
  mail: await openOutsideService({ isMail: true }),
  google: await openOutsideService({ reply: () => JSON.stringify({ id_token: idToken }) }),
  googleKeys: await openOutsideService(),
  recaptcha: await openOutsideService(),
  keys: await openOutsideService(),
};

/** The requests by which each service is asked, each time for something new. */
const QUESTIONS: Record<Service, (site: DeadServicesSite) => Promise<unknown>> = {
  mail: ({ base }) =>
    createClient({ base }).call('POST', '/api/auth/forgot', {
      email: `${randomUUID()}@example.org`,
      language: 'en',
    }),
  google: signInWithGoogle,
  // Google's own answer comes, and then the keys by which it is verified do not.
  googleKeys: signInWithGoogle,
  recaptcha: ({ base }) =>
    createClient({ base }).call('POST', '/api/auth/sign-up', {
      email: `${randomUUID()}@example.org`,
      password: PASSWORD,
      language: 'en',
      botToken: `recaptcha.${randomUUID()}`,
    }),
  keys: async ({ firebaseBase }) => {
    const authorization = `Bearer ${await signIdToken(key, buildIdTokenClaims(now), { kid: randomUUID() })}`;
    await createClient({ base: firebaseBase }).call('GET', '/api/users/me', undefined, {
      authorization,
    });
  },
};

async function signInWithGoogle({ base }: DeadServicesSite): Promise<void> {
  const { call, getCookie } = createClient({ base });
  const { url } = (await call('GET', '/api/auth/google')) as { url: string };
  const back = new URLSearchParams({
    state: new URL(url).searchParams.get('state') ?? '',
    code: randomUUID(),
  });
  const { status, headers } = await fetch(`${base}/api/auth/callback/google?${back}`, {
    // From an address of its own, as every question.
    headers: {
      cookie: getCookie(),
      'x-forwarded-for': `198.18.${randomInt(256)}.${randomInt(256)}`,
    },
    redirect: 'manual',
  });
  if (headers.get('location') !== '/auth?refused=google')
    throw Object.assign(new Error(`the way back from Google: ${status}`), { status });
}

type Site = DeadServicesSite & { child: ChildProcess };

async function startSite(databaseUrl: string): Promise<Site> {
  const ports = Object.fromEntries(
    Object.entries(services).map(([name, { port }]) => [name, port]),
  );
  const script = path.join(import.meta.dirname, 'dead-services-server.ts');
  const child = fork(script, [databaseUrl, JSON.stringify(ports)]);
  const told = await new Promise<DeadServicesSite>((resolve, reject) => {
    child.once('message', (message) => resolve(message as DeadServicesSite));
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return { child, ...told };
}

const buildHeaders = (origin: string, cookie: string) => ({
  origin,
  cookie,
  'content-type': 'application/json',
});

/** What is measured: requests a second of each kind, all at the same time. */
const MEASURED: Record<string, (site: Site) => autocannon.Options> = {
  read: ({ base }) => ({ url: `${base}/api/contents?limit=20`, connections: 8 }),
  write: ({ base, content }) => ({
    url: `${base}/api/contents/${content}/rating`,
    connections: 4,
    requests: [
      {
        method: 'PUT',
        setupRequest: (request) => ({
          ...request,
          body: JSON.stringify({ rating: 'very_helpful', ratedAt: new Date().toISOString() }),
        }),
      },
    ],
  }),
  'sign-in': ({ base, signIn: { email, cookie } }) => ({
    url: `${base}/api/auth/sign-in`,
    headers: buildHeaders(base, cookie),
    connections: 2,
    method: 'POST',
    body: JSON.stringify({ email, password: PASSWORD }),
  }),
};

/** Runs all that is measured once, and adds to the rate of each kind. */
async function measure(site: Site, counts: Map<string, number>): Promise<void> {
  const headers = buildHeaders(site.base, site.cookie);
  await Promise.all(
    Object.entries(MEASURED).map(async ([kind, build]) => {
      const result = await autocannon({ headers, duration: SECONDS, ...build(site) });
      const { non2xx, errors, statusCodeStats } = result;
      if (non2xx + errors > 0)
        throw new Error(`${kind}: ${errors} errors, ${JSON.stringify(statusCodeStats)}`);
      // Its rate, since one run may last a second longer than another.
      counts.set(kind, (counts.get(kind) ?? 0) + result.requests.average);
    }),
  );
}

/** Errors of ours in the answers to questions; 503 says that somebody else's service is out of reach. */
const broken = new Set<string>();

/** Asks a service until `signal` is aborted, without waiting for answers. */
async function ask(site: Site, service: Service, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    void QUESTIONS[service](site).catch((error: unknown) => {
      const { status = 500 } = error as { status?: number };
      if (status >= 500 && status !== 503) broken.add(`${service}: ${String(error)}`);
    });
    await delay(ASK_INTERVAL_MS);
  }
}

/** Compares one service in one state; resolves to whether the promise holds. */
async function compare(site: Site, service: Service, failure: Failure): Promise<boolean> {
  const well = new Map<string, number>();
  const failing = new Map<string, number>();
  let asked = 0;
  const run = async (state: Failure | 'well', counts: Map<string, number>) => {
    await services[service].become(state);
    const before = services[service].countAsked();
    const end = new AbortController();
    // Whoever got Firebase's keys a moment ago would not ask the failing service for them.
    const asking = state === 'well' && service === 'keys' ? null : ask(site, service, end.signal);
    await measure(site, counts);
    end.abort();
    await asking;
    if (state !== 'well') asked += services[service].countAsked() - before;
    // What is left to be tried again would weigh on the next round.
    await database.query('delete from jobs.job');
  };
  for (let round = 0; round < ROUNDS; round++) {
    await run('well', well);
    await run(failure, failing);
  }
  await services[service].become('well');
  const ratios = [...well].map(
    ([kind, count]) => [kind, (failing.get(kind) ?? 0) / count] as const,
  );
  const mean = ratios.reduce((sum, [, ratio]) => sum + ratio, 0) / ratios.length;
  process.stdout.write(
    `  ${service}, ${failure}${failure === 'dead' ? '' : `, ${asked} connections`}: ` +
      `${mean.toFixed(2)} of the speed (promised ${PROMISED}): ${ratios.map(([kind, ratio]) => `${kind} ${ratio.toFixed(2)}`).join(', ')}\n`,
  );
  // A dead service can't tell how often it was asked.
  return mean >= PROMISED && (failure === 'dead' || asked > 0);
}

const folder = await mkdtemp(path.join(tmpdir(), 'envol-dead-services-'));
const database = await openDatabase({ dataDir: folder });
const site = await startSite(database.url);
try {
  await measure(site, new Map());
  let holds = true;
  for (const service of Object.keys(services) as Service[])
    for (const failure of FAILURES) if (!(await compare(site, service, failure))) holds = false;
  for (const what of broken) process.stdout.write(`  BROKEN ${what}\n`);
  process.exitCode = holds && broken.size === 0 ? 0 : 1;
} finally {
  site.child.kill('SIGTERM');
  await database.close();
  await rm(folder, { recursive: true, force: true });
}
process.exit();
