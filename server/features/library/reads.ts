import { and, eq, isNull } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { combineOwnRows } from '#server/db/own-rows.ts';
import {
  ownVersion,
  parseSessionKey,
  type SessionKey,
} from '#server/features/contents/published/reads.ts';
import { authors, authorTexts, contents, contentTexts } from '#server/features/contents/table.ts';
import { ownCompleted, ownSession } from '#server/features/player/reads.ts';
import type { Library, PublishedSession } from '#server/features/contents/published/reads.ts';
import type { Category } from '#shared/contract/fields.ts';
import type { SessionForm } from '#shared/rules/script-timing.ts';
import type { Situation } from '#shared/rules/situations.ts';

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
      authorPortrait: authors.portrait,
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
    .innerJoin(authors, eq(authors.id, contents.authorId))
    .where(and(eq(contents.id, contentId), isNull(contents.withdrawnAt)))
    .limit(1);
  return row ?? null;
}

export type Sort = 'newest' | 'shortest';
/** Keyset cursor: sort key and id of the last item of the previous page. */
export interface KeysetCursor {
  key: string;
  id: string;
}

/** Which page of which list. */
export interface Page {
  category?: Category;
  sort: Sort;
  limit: number;
  after: KeysetCursor | null;
  /** Only what is for this situation, or of this form. */
  situation?: Situation;
  form?: SessionForm;
}

function isAfter({ key, id }: KeysetCursor, sort: Sort) {
  const at = sort === 'newest' ? Date.parse(key) : Number(key);
  return (session: PublishedSession) => {
    if (sort === 'shortest')
      return session.durationMs === at ? session.id > id : session.durationMs > at;
    const published = session.publishedAt.getTime();
    return published === at ? session.id < id : published < at;
  };
}

/**
 * One page of sessions by keyset: a session published while a person scrolls neither repeats nor
 * hides another. Returns one more than `limit` when there is a further page.
 */
export function listSessionPage(library: Library, page: Page): PublishedSession[] {
  const { category, sort, limit, after, situation, form } = page;
  const isFurther = after && isAfter(after, sort);
  const found: PublishedSession[] = [];
  for (const session of library[sort]) {
    if (category !== undefined && session.category !== category) continue;
    if (situation !== undefined && !session.situations.includes(situation)) continue;
    if (form !== undefined && session.form !== form) continue;
    if (isFurther && !isFurther(session)) continue;
    if (found.push(session) > limit) break;
  }
  return found;
}

/** How many sessions a recommendation chooses from: the newest ones. */
const MAX_CANDIDATES = 500;

/**
 * Lists the sessions that can be recommended: the newest 500 that fit a day's practice at home. Nothing for the seat, the
 * worst minutes or a long stay, and nothing for particular people, such as those who faint, that the person has not
 * chosen before.
 */
export function listCandidates(
  library: Library,
  history: ReadonlyMap<string, unknown>,
): PublishedSession[] {
  const suitable = library.newest.filter(
    ({ id, form, optIn }) => form === 'full' && (!optIn || history.has(id)),
  );
  return suitable.slice(0, MAX_CANDIDATES);
}
