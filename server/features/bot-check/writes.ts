import type { Database } from '#server/db/connect.ts';
import { countUse } from '#server/db/limits.ts';
import type { Dependencies } from '#server/dependencies.ts';
import type { BotCheckAction } from '#shared/contract/bot-check.ts';

/** Servers that share the database may disagree about the time by this much. */
const CLOCKS_APART_MS = 60_000;

/** Whether a token shows a person at work on this action. One token says so once, whoever hands it in. */
export async function isHuman(
  { botCheck }: Pick<Dependencies, 'botCheck'>,
  db: Database,
  action: BotCheckAction,
  token: string | null | undefined,
  now: Date,
): Promise<boolean> {
  const proof = await botCheck.verify(action, token, now);
  if (!proof) return false;
  // A counter that allows one use is swept with the others once the token is refused anyway.
  const windowMs = proof.until.getTime() - now.getTime() + CLOCKS_APART_MS;
  const { allowed } = await countUse(db, `bot-check:${proof.id}`, { limit: 1, windowMs }, now);
  return allowed;
}
