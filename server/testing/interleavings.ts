import { quoteSqlIdentifier } from '#server/db/driver.ts';
import { isDeepStrictEqual } from 'node:util';
import type { Pool } from '#server/db/pool.ts';
import { HEALTH_CONSENT_VERSION } from '#shared/contract/assessment.ts';
import { createSeededRandom } from '#shared/rules/seeded-random.ts';
import {
  WRITES_ARRIVED_AT,
  type WriteContext,
  type StoredSyncedRow,
  type SyncedWriteKind,
  type SyncedWrite,
} from './synced-kind.ts';

/** The number of scenarios per batch, and of delivery orders per scenario. */
const BATCH = 50;
const ORDERS = 10;
/** Few, so that both devices often write at the same instant. */
const MINUTES = 6;
const MAX_WRITES = 3;

interface Scenario {
  before: SyncedWrite[];
  devices: SyncedWrite[][];
}

/**
 * Tests that synced writes merge correctly: delivers random writes of two devices in random orders, some twice, each
 * order to a new person. Returns a sentence for every order whose final rows differ from those of one device after the
 * other, and for every latest value that is lost; empty when all is well. `lanes` is the number of parallel deliveries.
 */
export async function findMergeDivergences(
  pool: Pick<Pool, 'db' | 'query'>,
  kind: SyncedWriteKind,
  { seed, interleavings, lanes }: { seed: number; interleavings: number; lanes: number },
): Promise<string[]> {
  const random = createSeededRandom(String(seed));
  const pick = (below: number) => Math.floor(random() * below);
  const ground = await findLibraryIds(pool);
  const faults: string[] = [];
  for (let left = Math.ceil(interleavings / ORDERS); left > 0; left -= BATCH) {
    const scenarios = Array.from({ length: Math.min(left, BATCH) }, () =>
      makeScenario(kind, pick, ground),
    );
    const deliveries = scenarios.flatMap(({ before, devices }) => [
      [...before, ...devices.flat()],
      ...Array.from({ length: ORDERS }, () => [...before, ...interleave(devices, pick)]),
    ]);
    const people = await createPeople(pool, deliveries.length);
    await runInParallel(lanes, deliveries, async (writes, index) => {
      for (const { send } of writes) await send(pool.db, people[index] ?? '');
    });
    const ends = await readFinalRows(pool, kind, people);
    for (const [index, scenario] of scenarios.entries()) {
      const [first, ...others] = ends.slice(index * (ORDERS + 1), (index + 1) * (ORDERS + 1));
      const told = describeScenario(scenario);
      for (const other of others)
        if (!isDeepStrictEqual(first, other))
          faults.push(
            `${kind.name}: ${told} ends as ${JSON.stringify(first)} or ${JSON.stringify(other)}`,
          );
      for (const fault of findLosses(kind, scenario, first ?? {}))
        faults.push(`${kind.name}: ${told} ends without ${fault}`);
    }
  }
  return faults;
}

type LibraryIds = Pick<WriteContext, 'contentId' | 'programId'>;
type End = Record<string, StoredSyncedRow[]>;

async function findLibraryIds({ query }: Pick<Pool, 'query'>): Promise<LibraryIds> {
  const {
    rows: [row],
  } = await query<LibraryIds>(`
    select (select min(id::text) from contents) as "contentId", (select min(id::text) from programs) as "programId"`);
  if (!row) throw new Error('The library is empty');
  return row;
}

function makeScenario(
  kind: SyncedWriteKind,
  pick: WriteContext['pick'],
  ground: LibraryIds,
): Scenario {
  // A version 4 UUID of the seed, so that a run can be repeated.
  const newId = () =>
    '........-....-4...-8...-............'.replaceAll('.', () => pick(16).toString(16));
  const known: string[] = [];
  const making = { ...ground, pick, newId };
  const before = kind.before?.({ ...making, minute: 0, known }) ?? [];
  const device = () => {
    const own = [...known];
    const minutes = Array.from({ length: 1 + pick(MAX_WRITES) }, () => 1 + pick(MINUTES));
    return minutes
      .toSorted((a, b) => a - b)
      .map((minute) => kind.make({ ...making, minute, known: own }));
  };
  return { before, devices: [device(), device()] };
}

/** Merges the devices' writes in a random order that keeps each device's own, and repeats some of them later on. */
function interleave(devices: readonly SyncedWrite[][], pick: WriteContext['pick']): SyncedWrite[] {
  const left = devices.map((writes) => [...writes]);
  const merged: SyncedWrite[] = [];
  while (left.some(({ length }) => length > 0)) {
    const next = left[pick(left.length)]?.shift();
    if (next) merged.push(next);
  }
  for (const write of [...merged])
    if (pick(4) === 0) {
      const from = merged.indexOf(write) + 1;
      merged.splice(from + pick(merged.length - from + 1), 0, write);
    }
  return merged;
}

async function createPeople({ query }: Pick<Pool, 'query'>, count: number): Promise<string[]> {
  const { rows } = await query<{ id: string }>(
    `
    with made as (
      insert into users (id, provider, subject, email, name, sign_up_method, preferred_language)
      select id, 'sync', id::text, id || '@example.org', 'Sync', 'email', 'en'
      from (select gen_random_uuid() as id from generate_series(1, $1::integer)) people
      returning id
    ), agreed as (
      insert into health_consents (user_id, version, given_at)
      select id, $2, $3::timestamptz - interval '1 day' from made
    )
    select id from made`,
    [count, HEALTH_CONSENT_VERSION, WRITES_ARRIVED_AT.toISOString()],
  );
  return rows.map(({ id }) => id);
}

async function runInParallel<T>(
  lanes: number,
  items: readonly T[],
  work: (item: T, index: number) => Promise<void>,
): Promise<void> {
  const queue = items.entries();
  const lane = async () => {
    for (const [index, item] of queue) await work(item, index);
  };
  await Promise.all(Array.from({ length: lanes }, lane));
}

/** Reads the stored rows of each person by table, in a stable order. */
async function readFinalRows(
  { query }: Pick<Pool, 'query'>,
  { tables }: SyncedWriteKind,
  people: string[],
) {
  const ends = new Map<string, End>(people.map((id) => [id, {}]));
  for (const table of tables) {
    const { rows } = await query<{ userId: string; rows: StoredSyncedRow[] }>(
      `
      select user_id as "userId",
        jsonb_agg(to_jsonb(t) - 'user_id' - 'received_at' order by (to_jsonb(t) - 'user_id' - 'received_at')::text) as rows
      from ${quoteSqlIdentifier(table)} t where user_id = any($1) group by user_id`,
      [people],
    );
    for (const { userId, rows: own } of rows)
      Object.assign(ends.get(userId) ?? {}, { [table]: own });
  }
  return people.map((id) => ends.get(id) ?? {});
}

/**
 * Lists the fields whose latest value, unless removed since, is not stored. Of two values at one instant, either
 * counts.
 */
function findLosses(kind: SyncedWriteKind, { before, devices }: Scenario, end: End): string[] {
  const writes = [...before, ...devices.flat()];
  const found: Record<string, unknown> = {};
  for (const [table, rows] of Object.entries(end))
    for (const row of rows) Object.assign(found, kind.read(row, table));
  const fields = new Set(writes.flatMap(({ says }) => says.map(({ field }) => field)));
  return [...fields].flatMap((field) => {
    const removals = writes.filter(({ removes }) =>
      removes?.some((each) => field.startsWith(each)),
    );
    const removed = Math.max(-1, ...removals.map(({ minute }) => minute));
    const said = writes
      .filter(({ minute }) => minute > removed)
      .flatMap(({ says, minute }) => says.map((one) => ({ ...one, minute })))
      .filter((one) => one.field === field);
    const latest = Math.max(...said.map(({ minute }) => minute));
    const values = said.filter(({ minute }) => minute === latest).map(({ value }) => value);
    const value = found[field] ?? null;
    const isThere =
      values.length === 0 ? value === null : values.some((one) => isDeepStrictEqual(one, value));
    return isThere
      ? []
      : [`${field} = ${JSON.stringify(values)}, but with ${JSON.stringify(value)}`];
  });
}

function describeScenario({ before, devices }: Scenario): string {
  const tell = ({ minute, says, removes }: SyncedWrite) =>
    `${minute}:${removes ? `removes ${removes.join()}` : JSON.stringify(says)}`;
  return [before, ...devices].map((writes) => `[${writes.map(tell).join(' ')}]`).join(' ');
}
