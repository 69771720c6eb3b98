import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { combineOwnRows } from '#server/db/own-rows.ts';
import {
  ownVersion,
  parseSessionKey,
  type SessionKey,
} from '#server/features/contents/published/reads.ts';
import { authorTexts, contents, contentTexts } from '#server/features/contents/table.ts';
import { ownCompleted, ownSession } from '#server/features/player/reads.ts';

/** What a list needs of the caller. */
export const ownList = combineOwnRows({ version: ownVersion, completed: ownCompleted });

/** What the player needs of the caller, for the session `contentId`. */
export const ownDetail = combineOwnRows({ version: ownVersion, session: ownSession });

/** Loads what the player needs of a session besides what lists show. Null when unknown or withdrawn. */
export async function loadScript(db: Database, key: SessionKey) {
  const { language, contentId } = parseSessionKey(key);
  const [row] = await db
    .select({
      authorId: contents.authorId,
      authorAbout: authorTexts.about,
      sources: contentTexts.sources,
      cues: contentTexts.cues,
      recording: contentTexts.recording,
    })
    .from(contents)
    .innerJoin(
      contentTexts,
      and(eq(contentTexts.contentId, contents.id), eq(contentTexts.language, language)),
    )
    .innerJoin(
      authorTexts,
      and(eq(authorTexts.authorId, contents.authorId), eq(authorTexts.language, language)),
    )
    .where(and(eq(contents.id, contentId), isNull(contents.withdrawnAt)))
    .limit(1);
  return row ?? null;
}
