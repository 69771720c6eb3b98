import { randomUUID } from 'node:crypto';
import type { Pool } from '#server/db/pool.ts';

/**
 * Makes a person an admin by the database, as `npm run admin` and an authenticator app would, and opens the desk for
 * questions.
 */
export async function makeAdminAndOpenSupport(
  { query }: Pick<Pool, 'query'>,
  userId: string,
): Promise<void> {
  await query(`update users set role = 'admin' where id = $1`, [userId]);
  await query(
    `update auth_users set two_factor_enabled = true, email_verified = true
    where id = (select subject from users where users.id = $1)`,
    [userId],
  );
  await query(
    `insert into auth_two_factors (id, user_id, secret, backup_codes)
    select $1, subject, 'no key of a proof', 'none' from users where id = $2`,
    [randomUUID(), userId],
  );
  await query(`insert into support_settings (is_open, who) values (true, '{"en":"Ada","fr":"Ada"}')
    on conflict (id) do nothing`);
}
