import type { Database } from '#server/db/connect.ts';
import { recordRateLimitUse } from '#server/db/rate-limits.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { BotCheckAction } from '#shared/contract/bot-check.ts';

/** Allowed clock difference between servers that share the database. */
const CLOCK_SKEW_MS = 60_000;

/** Verifies a bot-check token for an action and uses it up; false when it is missing, invalid or already used. */
export async function verifyAndConsumeBotCheckToken(
  { botCheck }: Pick<Dependencies, 'botCheck'>,
  db: Database,
  action: BotCheckAction,
  token: string | null | undefined,
  now: Date,
): Promise<boolean> {
  const proof = await botCheck.verify(action, token, now);
  if (!proof) return false;
  // A rate-limit counter with a limit of one, deleted with the others after the token has expired.
  const windowMs = proof.until.getTime() - now.getTime() + CLOCK_SKEW_MS;
  const { allowed } = await recordRateLimitUse(
    db,
    `bot-check:${proof.id}`,
    { limit: 1, windowMs },
    now,
  );
  return allowed;
}
