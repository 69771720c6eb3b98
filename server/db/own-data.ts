import { type AnyColumn, Column, type GetColumnData, type SQL, sql } from 'drizzle-orm';
import { UnparsedJson } from './driver.ts';

type Field = AnyColumn | SQL;
type FieldData<F> =
  F extends SQL<infer Data> ? Data : F extends AnyColumn ? GetColumnData<F> : never;
type Row<Fields> = { [Name in keyof Fields]: FieldData<Fields[Name]> };

/** Values of a statement's placeholders. They are sent as text: what is none is cast where it is used. */
export type PlaceholderValues = Record<string, string | boolean>;

/**
 * A selection of the caller's own data, as one JSON expression over their row of `users`. The statement that identifies
 * the caller includes it, which saves a query. It must select only this person's data, or data that is public.
 */
export interface OwnDataQuery<Data> {
  /** Gives JSON. Its placeholders are `now`, `livemode` and those whose values the route provides. */
  select: SQL;
  /** Give short texts that follow from the same rows: as long as they are the same, so is the data. */
  marks: readonly SQL[];
  decode: (json: unknown) => Data;
}

/** Own rows as the database sent them: the same text means the same data. */
export interface UndecodedOwnData {
  text: string;
  /** Decodes the data, anew at each call. */
  read: () => unknown;
}

/** Returns what the statement that identifies the caller gave for `rows`, to be decoded by the reader. */
export function toUndecodedOwnData(rows: OwnDataQuery<unknown>, sent: unknown): UndecodedOwnData {
  return sent instanceof UnparsedJson
    ? { text: sent.text, read: () => rows.decode(sent.parse()) }
    : { text: JSON.stringify(sent ?? null), read: () => rows.decode(sent) };
}

export type OwnDataOf<Rows> = Rows extends OwnDataQuery<infer Data> ? Data : never;

/**
 * Declares a query of the caller's own rows: `fields`, and the rest of the SQL from FROM on, which must limit the rows.
 * It runs later, as a part of the statement that identifies the caller.
 */
export function buildOwnRowsQuery<const Fields extends Record<string, Field>>(
  fields: Fields,
  rest: SQL,
): OwnDataQuery<Row<Fields>[]> {
  const names = Object.keys(fields);
  const decoders = Object.values(fields).map(getFieldDecoder);
  // Arrays and not objects: names in every row are most of what is sent and parsed.
  const columns = sql.join(Object.values(fields), sql`, `);
  return {
    select: sql`array_to_json(array(select json_build_array(${columns}) ${rest}))`,
    marks: [
      sql`(select sum(hash_record_extended(row, 0))::text from (select ${columns} ${rest}) as row)`,
    ],
    decode: (json) =>
      (json as unknown[][]).map((values) => {
        const row: Record<string, unknown> = {};
        for (const [index, name] of names.entries()) row[name] = decoders[index]?.(values[index]);
        return row as Row<Fields>;
      }),
  };
}

/**
 * Declares a query of one row of the caller, the first of the result, or null. `rest` is the SQL from FROM on, without
 * a LIMIT. It runs later, as a part of the statement that identifies the caller.
 */
export function buildOwnRowQuery<const Fields extends Record<string, Field>>(
  fields: Fields,
  rest: SQL,
): OwnDataQuery<Row<Fields> | null> {
  const rows = buildOwnRowsQuery(fields, sql`${rest} limit 1`);
  return { ...rows, decode: (json) => rows.decode(json)[0] ?? null };
}

/**
 * Declares a query of one value of the caller, which may be null. It runs later, as a part of the statement that
 * identifies the caller.
 */
export function buildOwnValueQuery<Data>(value: SQL<Data>): OwnDataQuery<Data> {
  const decode = getFieldDecoder(value) as OwnDataQuery<Data>['decode'];
  return { select: value, marks: [sql`(${value})::text`], decode };
}

/**
 * Combines several `OwnDataQuery`s (each an SQL expression that reads the signed-in person's data as JSON, with its
 * decoder) into one, so that a single expression reads them all; it decodes to an object with each part's data under
 * that part's name. Only builds the SQL; runs nothing.
 */
export function combineOwnDataQueries<const Parts extends Record<string, OwnDataQuery<unknown>>>(
  parts: Parts,
): OwnDataQuery<{ [Name in keyof Parts]: OwnDataOf<Parts[Name]> }> {
  const all = Object.entries(parts);
  const selects = all.map(([, { select }]) => sql`(${select})`);
  return {
    select: sql`json_build_array(${sql.join(selects, sql`, `)})`,
    // Rows that several parts read are marked once.
    marks: [...new Set(all.flatMap(([, { marks }]) => marks))],
    decode: (json) =>
      Object.fromEntries(
        all.map(([name, { decode }], index) => [name, decode((json as unknown[])[index])]),
      ) as { [Name in keyof Parts]: OwnDataOf<Parts[Name]> },
  };
}

/** Own data with its mark. */
export interface MarkedOwnData<Data> {
  mark: string;
  /** Decodes the data, anew at each call; null where the mark alone was asked for. */
  read: (() => Data) | null;
}

const buildMark = (marks: readonly SQL[]) =>
  sql`concat_ws(' ', ${sql.join(
    marks.map((mark) => sql`coalesce(${mark}, '')`),
    sql`, `,
  )})`;

/** Has a query give its data with their mark. */
export function buildMarkedOwnDataQuery<Data>({
  select,
  marks,
  decode,
}: OwnDataQuery<Data>): OwnDataQuery<MarkedOwnData<Data>> {
  return {
    select: sql`json_build_array(${buildMark(marks)}, ${select})`,
    marks,
    decode: (json) => {
      const [mark, data] = json as [string, unknown];
      return { mark, read: () => decode(data) };
    },
  };
}

/** Has a query give the mark of its data alone, which costs the database a third of the data. */
export function buildOwnDataMarkQuery<Data>({
  marks,
}: OwnDataQuery<Data>): OwnDataQuery<MarkedOwnData<Data>> {
  return {
    select: sql`to_json(${buildMark(marks)})`,
    marks,
    decode: (json) => ({ mark: json as string, read: null }),
  };
}

/** Returns the function that converts a value of the database, as Drizzle does; null stays null. */
export function getFieldDecoder(field: Field): (value: unknown) => unknown {
  const decoder: { mapFromDriverValue: (value: unknown) => unknown } =
    field instanceof Column
      ? field
      : (field as SQL & { decoder: { mapFromDriverValue: (value: unknown) => unknown } }).decoder;
  return (value) => (value === null ? null : decoder.mapFromDriverValue(value));
}
