import { Agent } from 'node:http';
import type { Pool } from '#server/db/pool.ts';
import type { App } from '#server/dependencies.ts';
import { type TestPerson, createTestPerson, PASSWORD } from '#server/testing/people.ts';
import { errorReplySchema } from '#shared/contract/errors.ts';
import { createSeededRandom } from '#shared/rules/seeded-random.ts';
import { createLazyPeopleByRole, type FuzzedRole, FUZZED_ROLES } from './people.ts';
import { type ApiOperation, readOperations } from './operations.ts';
import {
  createOwnedRowHashesReader,
  listForeignChanges,
  type OwnersById,
  readOwnersById,
} from './owned-rows.ts';
import {
  type FuzzReply,
  type FuzzRequest,
  generateRequest,
  getPathUpToFirstParam,
  type FuzzSender,
  sendRequest,
} from './requests.ts';
import {
  type KnownValues,
  pickRandom,
  type RandomGenerator,
  rememberValues,
  ValueMaker,
} from './values.ts';

/** Requests that one person sends before the rows of all others are checked. */
const BATCH = 40;
/** Who sends the requests that are aimed at one operation, and how many, until it succeeds. */
const AIMING_ROLES: readonly FuzzedRole[] = ['admin', 'signed_out', 'onboarding', 'pass'];
const AIMED_BATCH = 8;
const AIMED_ROUNDS = 12;
const AT_ONCE = 6;
const LONGEST_BATCH_MS = 5 * 60_000;
/** Operations by which admins change the data of the people whom they name. */
const ON_OTHERS = /^(?:POST|PUT|PATCH|DELETE) \/api\/admin\//;
/** The one by which they take entries off the waitlist: those named by address, or those that have waited longest. */
const OFF_WAITLIST = 'POST /api/admin/waitlist/invitations';
const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g;
/** Operations that end a sign-in or hash a password are chosen less often. */
const RARE =
  /^DELETE \/api\/(?:users\/me|admin\/people\/)|\/sign-out$|\/auth\/(?:sign-|password|email|forgot|reset|sessions\/end)/;
const RARE_SHARE = 0.08;

export interface FuzzOptions {
  app: App;
  /** Reads the rows of the app's database. */
  pool: Pick<Pool, 'query'>;
  base: string;
  seed: number;
  count: number;
  runJobs: () => Promise<{ outcome: string }[]>;
  onProgress?: (done: number) => void;
  /** Whether to end before `count` requests. */
  isOver?: () => boolean;
  /** Whether an operation by its name is aimed at in the end, where none of the `count` requests of it succeeded. */
  isAimedAt?: (name: string) => boolean;
}

export interface FuzzReport {
  requests: number;
  statuses: Record<string, number>;
  operations: number;
  done: string[];
  /** Operations that never succeeded, each with how often it was refused with which code. */
  neverDone: { name: string; refusals: Record<string, number> }[];
  /** One sentence for each kind of fault. */
  faults: string[];
}

/**
 * Sends `count` generated requests of all operations of the OpenAPI document, as five kinds of people, and checks that
 * each reply is declared in it, that none is a failure, and that no caller changes rows of others.
 */
export async function runFuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { app, pool, base, seed, count, runJobs, onProgress, isOver, isAimedAt } = options;
  const random = createSeededRandom(`fuzz ${seed}`);
  const known: KnownValues = new Map();
  const maker = new ValueMaker(random, known);
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const cast = createLazyPeopleByRole(app);
  const operations = await fetchOperations(base, agent, await cast.get('admin'));
  const readRows = await createOwnedRowHashesReader(pool);
  const statuses: Record<string, number> = {};
  const faults = new Map<string, string>();
  const done = new Set<string>();
  const refusals = new Map<string, Record<string, number>>();
  // A person with rows of their own who does nothing.
  const bystander = await createTestPerson(app, app.dependencies.db, {
    name: 'Bystander',
    state: 'pass',
  });
  known.set('id', [bystander.id, bystander.uid]);
  known.set('email', [bystander.email]);
  // Without an open desk no question can be asked.
  await pool.query(`insert into support_settings (is_open, who) values (true, '{"en":"Ada","fr":"Ada"}')
    on conflict (id) do update set is_open = true, who = excluded.who`);
  // Kept by address, or of another person's doing: no request of theirs makes such a row.
  await pool.query(`insert into waitlist (email, language) values ($1, 'en')`, [bystander.email]);
  await pool.query(
    `insert into audit_log (id, at, by, action, subject_id, details)
    values ($1, now(), 'command line', 'role.revoke', $2, '{}')`,
    [crypto.randomUUID(), bystander.id],
  );

  let sent = 0;
  while (sent < count) {
    if (isOver?.()) break;
    const chosen = Array.from({ length: Math.min(BATCH, count - sent) }, () =>
      chooseOperation(operations, random),
    );
    await sendBatch(pickRandom(random, FUZZED_ROLES), chosen);
  }
  for (const operation of operations) if (isAimedAt?.(operation.name)) await aimAt(operation);
  agent.destroy();
  return {
    requests: sent,
    statuses,
    operations: operations.length,
    done: [...done],
    neverDone: operations.flatMap(({ name }) =>
      done.has(name) ? [] : [{ name, refusals: refusals.get(name) ?? {} }],
    ),
    faults: [...faults].map(([key, detail]) => `${key} — ${detail}`),
  };

  /** Sends a request of each operation as a person of that role, and checks the replies and the rows of all others. */
  async function sendBatch(role: FuzzedRole, chosen: readonly ApiOperation[], isAimed = false) {
    const caller = role === 'signed_out' ? null : await cast.get(role);
    // The person an admin finds by searching; the replies name them by another path.
    if (caller) rememberValues(known, random, { id: caller.id }, '/api/admin/people');
    const who: FuzzSender = {
      cookie: caller?.cookie() ?? '',
      own: caller && { email: caller.email, password: PASSWORD },
    };
    const until = new Date(Date.now() + LONGEST_BATCH_MS);
    const before = await readRows(until);
    const ownersById: OwnersById = role === 'admin' ? await readOwnersById(pool) : new Map();
    const named = new Set<string>();
    const requests = chosen.map((operation) =>
      generateRequest(operation, maker, random, who, isAimed),
    );
    const batch = [...requests];
    const work = async () => {
      for (let next = batch.shift(); next; next = batch.shift()) {
        const reply = await sendRequest(new URL(base), agent, next);
        statuses[reply.status] = (statuses[reply.status] ?? 0) + 1;
        if (reply.status < 300) done.add(next.operation.name);
        else countRefusal(refusals, next, reply);
        if (reply.status < 300 && ON_OTHERS.test(next.operation.name))
          for (const id of `${next.target} ${next.body}`.match(UUID) ?? [])
            for (const owner of ownersById.get(id) ?? []) named.add(owner);
        // The waitlist's rows are owned by address.
        if (reply.status < 300 && next.operation.name === OFF_WAITLIST) named.add(bystander.email);
        const fault = findFault(next, reply, known, random);
        if (fault) note(`${next.operation.name} ${fault}`, describe(role, next, reply));
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    sent += requests.length;
    const own = caller ? [caller.id, caller.uid, caller.email] : [];
    const foreign = listForeignChanges(before, await readRows(until), [...own, ...named]);
    for (const key of foreign)
      note(
        `foreign rows ${role} ${key.split(' ')[0]}`,
        requests.map(({ operation, target }) => `${operation.method} ${target}`).join(' '),
      );
    for (const { outcome } of await runJobs()) if (outcome !== 'done') note(`job ${outcome}`, '');
    onProgress?.(sent);
  }

  /** Sends valid requests of an operation until one succeeds, after creating what its path names. */
  async function aimAt(operation: ApiOperation): Promise<void> {
    const collection = getPathUpToFirstParam(operation.path);
    const find = (method: string) =>
      operations.find(({ name }) => name === `${method} ${collection}`);
    const creation = find('POST');
    const list = find('GET');
    for (let round = 0; round < AIMED_ROUNDS && !done.has(operation.name); round++) {
      if (isOver?.()) return;
      const role = AIMING_ROLES[round % AIMING_ROLES.length] ?? 'pass';
      const found = known.get(collection);
      if (creation && operation.path !== collection) {
        // What others made, who could refuse it, is left out.
        known.delete(collection);
        await sendBatch(role, Array<ApiOperation>(AIMED_BATCH).fill(creation), true);
        if (list) await sendBatch(role, [list], true);
        if (found && !known.has(collection)) known.set(collection, found);
      }
      await sendBatch(role, Array<ApiOperation>(AIMED_BATCH).fill(operation), true);
    }
  }

  /** The first of each kind is enough. */
  function note(key: string, detail: string): void {
    if (!faults.has(key)) faults.set(key, `seed ${seed}, after ${sent}: ${detail}`);
  }
}

function chooseOperation(
  operations: readonly ApiOperation[],
  random: RandomGenerator,
): ApiOperation {
  for (;;) {
    const operation = pickRandom(random, operations);
    if (!RARE.test(operation.name) || random() < RARE_SHARE) return operation;
  }
}

function countRefusal(
  refusals: Map<string, Record<string, number>>,
  { operation: { name } }: FuzzRequest,
  { status, text }: FuzzReply,
): void {
  const counts = refusals.get(name) ?? {};
  refusals.set(name, counts);
  const code = errorReplySchema.safeParse(parseJson(text)).data?.error.code ?? String(status);
  counts[code] = (counts[code] ?? 0) + 1;
}

async function fetchOperations(
  base: string,
  agent: Agent,
  admin: TestPerson,
): Promise<ApiOperation[]> {
  const operation: ApiOperation = {
    name: '',
    method: 'GET',
    path: '',
    parameters: [],
    body: undefined,
    replies: new Map(),
  };
  const { text } = await sendRequest(new URL(base), agent, {
    operation,
    target: '/api/docs.json',
    headers: { host: 'localhost', cookie: admin.cookie() },
    body: undefined,
  });
  return readOperations(JSON.parse(text) as object);
}

/** Returns what is wrong with a reply, or null. */
function findFault(
  { operation, body: sent }: FuzzRequest,
  { status, type, text }: FuzzReply,
  known: KnownValues,
  random: RandomGenerator,
): string | null {
  const isJson = type.startsWith('application/json');
  if (status >= 500 && !(status === 503 && text.includes('"overloaded"'))) return `${status}`;
  // What is refused before a route is found is answered as every refusal.
  const check = operation.replies.get(status);
  if (check === undefined) return `${status} is not declared`;
  if (!isJson) return check ? `${status} is ${type || 'of no type'}` : null;
  const body = parseJson(text);
  if (body === undefined) return `${status} is broken JSON`;
  if (status >= 400)
    return errorReplySchema.safeParse(body).success ? null : `${status} has no code`;
  rememberValues(known, random, body, getPathUpToFirstParam(operation.path));
  if (sent !== undefined)
    rememberValues(known, random, parseJson(sent), getPathUpToFirstParam(operation.path));
  const result = check?.safeParse(body);
  if (!result || result.success) return null;
  const [issue] = result.error.issues;
  return `${status} is not as declared: ${issue?.path.join('.')} ${issue?.message}`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function describe(role: FuzzedRole, { target, body }: FuzzRequest, { text }: FuzzReply): string {
  return `${role}: ${target.slice(0, 300)} ${body?.slice(0, 600) ?? ''} → ${text.slice(0, 300)}`;
}
