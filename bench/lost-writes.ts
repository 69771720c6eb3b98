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
const ROWS = [
  'listens',
  'practices',
  'check_ins',
  'program_events',
  'flight_records',
  'ladder_attempts',
  'flights',
  'support_questions',
  'support_messages',
];

/** What was acknowledged and is not in the database, in a line each. */
export async function findLost(
  { query }: Pick<Pool, 'query'>,
  writers: readonly Writer[],
): Promise<string[]> {
  const lost: string[] = [];
  for (const { userId, acknowledged } of writers) {
    for (const table of ROWS) {
      const { rows } = await query<{ id: string }>(`select id from "${table}" where user_id = $1`, [
        userId,
      ]);
      const there = new Set(rows.map(({ id }) => id));
      for (const id of acknowledged.rows.get(table) ?? [])
        if (!there.has(id)) lost.push(`${table} ${id}`);
      for (const id of acknowledged.removed.get(table) ?? [])
        if (there.has(id)) lost.push(`${table} ${id} is back`);
    }
    for (const [field, value] of acknowledged.latest) {
      const {
        rows: [row],
      } = await query<{ n: string | number | null }>(LATEST[field] ?? '', [userId]);
      if (Number(row?.n ?? 0) < value) lost.push(`${field} of ${userId}: ${row?.n} < ${value}`);
    }
    for (const [field, values] of acknowledged.choices) {
      const {
        rows: [row],
      } = await query<{ n: number }>(CHOICES[field] ?? '', [userId]);
      if (!values.has(row?.n ?? -1))
        lost.push(`${field} of ${userId}: ${row?.n} is none of ${[...values].join(', ')}`);
    }
    for (const id of acknowledged.edits) {
      const {
        rows: [edit],
      } = await query(
        `select from support_replies r join audit_log
        on target like '%' || r.id where r.id = $1 and actor_id = $2`,
        [id, userId],
      );
      if (!edit) lost.push(`saved reply ${id}, or its entry in the audit log`);
    }
    for (const id of acknowledged.newcomers) {
      const {
        rows: [newcomer],
      } = await query(
        `select from users join health_consents c on c.user_id = users.id
        join assessments a on a.user_id = users.id where users.id = $1 and onboarding_complete`,
        [id],
      );
      if (!newcomer) lost.push(`the consent, the assessment or the account of ${id}`);
    }
    const { rows: stored } = await query<{ text: string }>(
      'select text from feedback where user_id = $1',
      [userId],
    );
    const texts = new Set(stored.map(({ text }) => text));
    for (const text of acknowledged.messages) if (!texts.has(text)) lost.push(text);
  }
  return lost;
}
