import { type AnyColumn, Placeholder, type SQL } from 'drizzle-orm';
import type postgres from 'postgres';
import { type PlaceholderValues, toDecoder } from './own-rows.ts';
import type { Database } from './pool.ts';

interface RowQuery<Row> extends PromiseLike<Row[]> {
  toSQL(): { sql: string; params: unknown[] };
}

/** Runs a prepared query with the values of its placeholders; resolves to its first row, or null. */
type PreparedRow<Row> = ((values: PlaceholderValues) => Promise<Row | null>) & {
  /** The query's SQL and parameters; a placeholder is an object with its name. */
  query: { sql: string; params: unknown[] };
};

/** A call that waits for its row. */
interface Call<Row> {
  values: PlaceholderValues;
  resolve: (row: Row | null) => void;
  reject: (error: unknown) => void;
}

/** Statements of one prepared query that may be under way at the same time. */
const MAX_STATEMENTS = 2;
/** Calls that one statement may answer: a longer one would make all of them wait for the last. */
const MAX_CALLS = 16;

/**
 * Prepares a query of Drizzle that selects `fields` of one row, for what every request asks. Where a placeholder is no
 * text, the query must cast it. Calls that come while two statements are under way share the next one: it answers each
 * by its own values, in a fraction of the time of as many statements. Rows are decoded here, since Drizzle looks up the
 * kinds of parameters and columns again for each.
 */
export function prepareRow<Row extends object>(
  db: Database,
  fields: Record<keyof Row, AnyColumn | SQL>,
  built: RowQuery<Row>,
): PreparedRow<Row> {
  const { $client: client } = db as Database & { $client: postgres.Sql };
  const query = built.toSQL();
  const { sql, constants } = toBatchQuery(query);
  const names = Object.keys(fields) as (keyof Row)[];
  const decoders = names.map((name) => toDecoder(fields[name]));
  const waiting: Call<Row>[] = [];
  let underWay = 0;

  const decode = (found: unknown[]) => {
    const row = {} as Row;
    for (const [index, name] of names.entries())
      // The first column is the call's position.
      row[name] = decoders[index]?.(found[index + 1]) as Row[typeof name];
    return row;
  };

  async function answer(calls: Call<Row>[]): Promise<void> {
    const asked = JSON.stringify(calls.map(({ values }, position) => ({ ...values, position })));
    try {
      const found = await client.unsafe(sql, [asked, ...constants] as never[]).values();
      const rows = new Map(found.map((row: unknown[]) => [row[0], row]));
      for (const [position, { resolve }] of calls.entries()) {
        const row = rows.get(position);
        resolve(row ? decode(row) : null);
      }
    } catch (error) {
      // The values of one call fail nobody else's.
      if (calls.length > 1 && isDataException(error))
        await Promise.all(calls.map((call) => answer([call])));
      else for (const { reject } of calls) reject(error);
    }
  }

  function send(): void {
    while (underWay < MAX_STATEMENTS && waiting.length > 0) {
      underWay += 1;
      void answer(waiting.splice(0, MAX_CALLS)).finally(() => {
        underWay -= 1;
        send();
      });
    }
  }

  function run(values: PlaceholderValues): Promise<Row | null> {
    const { promise, resolve, reject } = Promise.withResolvers<Row | null>();
    waiting.push({ values, resolve, reject });
    send();
    return promise;
  }
  return Object.assign(run, { query });
}

/** Whether the database refused a value: SQLSTATE's class 22. */
const isDataException = (error: unknown) =>
  (error as { code?: string }).code?.startsWith('22') === true;

/**
 * Turns a query of one row into one of the rows of several calls: `$1` is a JSON array of their values with their
 * `position`, by which the rows that it gives begin. The query's constants are the further parameters.
 */
function toBatchQuery({ sql, params }: { sql: string; params: unknown[] }) {
  const constants: unknown[] = [];
  const names = new Set<string>();
  const query = sql.replaceAll(/\$(\d+)/g, (_match, number) => {
    const param = params[Number(number) - 1];
    if (!(param instanceof Placeholder)) return `$${constants.push(param) + 1}`;
    names.add(param.name);
    return `asked."${param.name}"`;
  });
  const columns = ['position integer', ...[...names].map((name) => `"${name}" text`)];
  return {
    sql: `select asked.position, found.* from json_to_recordset($1::json) as asked (${columns.join(', ')}) cross join lateral (${query}) as found`,
    constants,
  };
}
