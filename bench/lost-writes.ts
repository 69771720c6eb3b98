import type { Pool } from '#server/db/pool.ts';
import type { Writer } from './writers.ts';

/** How to find out where the latest number of a field stands, as SQL on a person. */
const LATEST: Record<string, string> = {
  name: `select substring(name from '\\d+')::int as n from users where id = $1`,
  rating: `select (extract(epoch from max(rated_at)) * 1000)::bigint as n from ratings where user_id = $1`,
  // A completed assessment ends the draft that it was made from.
  answers: `select (extract(epoch from greatest((select updated_at from assessment_drafts where user_id = $1),
    (select max(completed_at) from assessments where user_id = $1))) * 1000)::bigint as n`,
  assessments: `select count(*)::int as n from assessments where user_id = $1`,
  step: `select substring(changed ->> 'words' from '\\d+')::int as n from ladder_steps where user_id = $1 and changed is not null`,
  decisions: `select count(*)::int as n from cookie_decisions where user_id = $1`,
};
/** How to find out what was chosen in a field, as SQL on a person. */
const CHOICES: Record<string, string> = {
  reminders: `select hour as n from reminders where user_id = $1`,
  minutes: `select daily_minutes as n from users where id = $1`,
};
const ROWS = 'listens practices check_ins program_events flight_records ladder_attempts flights';
const TABLES = [...ROWS.split(' '), 'support_questions', 'support_messages'];
const REPLY = `select from support_replies r join audit_log on target like '%' || r.id where r.id = $1 and actor_id = $2`;
const NEWCOMER = `select from users join health_consents c on c.user_id = users.id
  join assessments a on a.user_id = users.id where users.id = $1 and onboarding_complete`;

/** What was acknowledged and is not in the database, in a line each. */
export async function findLostWrites(
  { query }: Pick<Pool, 'query'>,
  writers: readonly Writer[],
): Promise<string[]> {
  const lost: string[] = [];
  const check = (isThere: boolean, what: string) => void (isThere || lost.push(what));
  const count = async (text: string, ...values: string[]) =>
    (await query(text, values)).rows.length;
  const readNumber = async (text = '', userId: string) => {
    const { rows } = await query<{ n: string | number | null }>(text, [userId]);
    return Number(rows[0]?.n ?? 0);
  };
  for (const { userId, acknowledged } of writers) {
    for (const table of TABLES) {
      const text = `select id from "${table}" where user_id = $1`;
      const { rows } = await query<{ id: string }>(text, [userId]);
      const there = new Set(rows.map(({ id }) => id));
      for (const id of acknowledged.rows.get(table) ?? []) check(there.has(id), `${table} ${id}`);
      for (const id of acknowledged.removed.get(table) ?? [])
        check(!there.has(id), `${table} ${id} is back`);
    }
    for (const [field, value] of acknowledged.latest) {
      const found = await readNumber(LATEST[field], userId);
      check(found >= value, `${field} of ${userId}: ${found} < ${value}`);
    }
    for (const [field, values] of acknowledged.choices) {
      const found = await readNumber(CHOICES[field], userId);
      const wanted = [...values].join(', ');
      check(values.has(found), `${field} of ${userId}: ${found} is none of ${wanted}`);
    }
    for (const id of acknowledged.edits)
      check(
        (await count(REPLY, id, userId)) > 0,
        `saved reply ${id}, or its entry in the audit log`,
      );
    for (const id of acknowledged.newcomers)
      check((await count(NEWCOMER, id)) > 0, `consent, assessment or account of ${id}`);
    const text = 'select from feedback where user_id = $1 and text = $2';
    for (const message of acknowledged.messages)
      check((await count(text, userId, message)) > 0, message);
  }
  return lost;
}
