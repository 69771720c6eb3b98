import { type AnyColumn, Placeholder, type SQL } from 'drizzle-orm';
import { UnparsedJson, unparsedJsonTypeOverrides } from './driver.ts';
import { type PlaceholderValues, getFieldDecoder } from './own-data.ts';
import type { Database, DrizzlePool } from './pool.ts';

interface BuiltQuery {
  sql: string;
  params: unknown[];
}

interface RowQuery<Row> extends PromiseLike<Row[]> {
  toSQL(): BuiltQuery;
}

/** Runs a prepared query with the values of its placeholders; resolves to its first row, or null. */
type PreparedRow<Row> = ((values: PlaceholderValues) => Promise<Row | null>) & {
  /** SQL and parameters of the query as it would be sent for one call; a placeholder is an object with its name. */
  query: BuiltQuery;
};

interface Call<Row> {
  values: PlaceholderValues;
  resolve: (row: Row | null) => void;
  reject: (error: unknown) => void;
}

/** Statements of one query after which further calls wait for the next one, and share it. */
const STATEMENTS_AT_ONCE = 2;
/** Calls that one statement answers at most. It has the time limit of one, and they all wait for the last. */
const MAX_CALLS = 16;
/** How long calls wait before another statement begins all the same: the ones under way are slow then. */
const PATIENCE_MS = 5;

/**
 * Prepares a query of Drizzle that selects `fields` of one row, for what every request asks. Where a placeholder is no
 * text, the query must cast it. Calls that come while two statements are under way share the next one, 16 at most: it
 * answers each by its own values, in a fraction of the time of as many statements. Rows are decoded here, since Drizzle
 * looks up the kinds of parameters and columns again for each; the field `late` is left as the database sent it
 * (`UnparsedJson` where it is JSON).
 */
export function prepareBatchedRowQuery<Row extends object>(
  db: Database,
  fields: Record<keyof Row, AnyColumn | SQL>,
  built: RowQuery<Row>,
  late?: keyof Row,
): PreparedRow<Row> {
  const { $client: client } = db as Database & { $client: DrizzlePool };
  const query = built.toSQL();
  const { sql, constants, placeholders } = toSharedQuery(query);
  const statement = { text: sql, rowMode: 'array', types: unparsedJsonTypeOverrides } as const;
  const names = Object.keys(fields) as (keyof Row)[];
  const decoders = names.map((name) => getFieldDecoder(fields[name]));
  const waiting: Call<Row>[] = [];
  let underWay = 0;
  let patience: NodeJS.Timeout | undefined;

  const decode = (found: unknown[]) => {
    const row = {} as Row;
    for (const [index, name] of names.entries()) {
      // The first column is the call's position.
      const value = found[index + 1];
      row[name] = (
        name === late
          ? value
          : decoders[index]?.(value instanceof UnparsedJson ? value.parse() : value)
      ) as Row[typeof name];
    }
    return row;
  };

  function settle({ resolve, reject }: Call<Row>, row: unknown[] | undefined): void {
    try {
      resolve(row ? decode(row) : null);
    } catch (error) {
      reject(error);
    }
  }

  async function answer(calls: Call<Row>[]): Promise<void> {
    try {
      const asked = JSON.stringify(calls.map(({ values }, position) => ({ ...values, position })));
      const { rows: found } = await client.query(statement, [asked, ...constants]);
      const rows = new Map((found as unknown[][]).map((row) => [row[0], row]));
      // One after the other: what a call goes on to do is done, and its memory free, before the next one begins.
      for (const [position, call] of calls.entries())
        setImmediate(settle, call, rows.get(position));
    } catch (error) {
      if (calls.length > 1 && isFailureOfOneCall(error))
        await Promise.all(calls.map((call) => answer([call])));
      else for (const { reject } of calls) reject(error);
    }
  }

  function begin(): void {
    underWay += 1;
    void answer(waiting.splice(0, MAX_CALLS)).finally(() => {
      underWay -= 1;
      send();
    });
  }

  function send(): void {
    while (underWay < STATEMENTS_AT_ONCE && waiting.length > 0) begin();
    if (waiting.length === 0) {
      clearTimeout(patience);
      patience = undefined;
    } else patience ??= setTimeout(sendLate, PATIENCE_MS);
  }

  function sendLate(): void {
    patience = undefined;
    if (underWay < client.max) begin();
    send();
  }

  function run(values: PlaceholderValues): Promise<Row | null> {
    const missing = placeholders.find((name) => values[name] === undefined);
    if (missing !== undefined) throw new Error(`The placeholder ${missing} has no value`);
    const { promise, resolve, reject } = Promise.withResolvers<Row | null>();
    waiting.push({ values, resolve, reject });
    send();
    return promise;
  }
  return Object.assign(run, { query });
}

/**
 * Whether a statement may have failed for one of its calls alone: for a value (SQLSTATE's class 22), for how much it
 * asks (class 54), or for the time that it took.
 */
const isFailureOfOneCall = (error: unknown) =>
  /^(?:22|54|57014)/.test((error as { code?: string }).code ?? '');

/**
 * Turns a query of one row into one of the rows of several calls: `$1` is a JSON array of their values with their
 * `position`, by which the rows that it gives begin. The query's constants are the further parameters. The query's text
 * must have no `$` and digits but its parameters.
 */
function toSharedQuery({ sql, params }: BuiltQuery) {
  const constants: unknown[] = [];
  const names = new Set<string>();
  const query = sql.replaceAll(/\$(\d+)/g, (_match, number) => {
    const param = params[Number(number) - 1];
    if (!(param instanceof Placeholder)) return `$${constants.push(param) + 1}`;
    names.add(param.name);
    return `asked."${param.name}"`;
  });
  const columns = ['position integer', ...[...names].map((name) => `"${name}" text`)];
  // With the limit the planner expects 16 calls and not 100, at whose cost some servers compile the plan each time (JIT).
  const asked = `(select * from json_to_recordset($1::json) as given (${columns.join(', ')}) limit ${MAX_CALLS}) as asked`;
  return {
    sql: `select asked.position, found.* from ${asked} cross join lateral (${query}) as found`,
    constants,
    placeholders: [...names],
  };
}
