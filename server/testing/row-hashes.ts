import { openDatabaseSession } from '#server/db/session.ts';

/**
 * Hashes all rows of every table of the product and of the job queue, as of an exported snapshot or now; by qualified
 * table name.
 */
export async function hashRows(url: string, snapshot?: string): Promise<Record<string, string>> {
  const { query, close } = await openDatabaseSession(url);
  try {
    await query('begin isolation level repeatable read read only');
    if (snapshot !== undefined) await query(`set transaction snapshot '${snapshot}'`);
    const { rows: tables } = await query<{ name: string }>(`
      select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema = 'public'
      union all select 'jobs.job' order by 1`);
    const hashes: Record<string, string> = {};
    for (const { name } of tables) {
      const {
        rows: [row],
      } = await query<{ hash: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, chr(10) order by t::text)), '') as hash from ${name} t`,
      );
      hashes[name] = row?.hash ?? '';
    }
    return hashes;
  } finally {
    await close();
  }
}
