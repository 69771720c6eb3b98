import { and, asc, desc, eq, ilike, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { users } from '#server/features/account/table.ts';
import { authors, contents, contentTexts } from '#server/features/contents/table.ts';
import type {
  SESSION_NEED_FILTERS,
  SessionSource,
  SessionPublicationState,
} from '#shared/contract/admin-contents.ts';
import type { SessionCategory, SessionKind, Language } from '#shared/contract/fields.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { contentDrafts, contentRecordings, contentVersions } from './table.ts';

type SessionNeed = (typeof SESSION_NEED_FILTERS)[number];

const shown = sql<'never' | 'on_show' | 'unpublished'>`case when ${contents.id} is null then 'never'
  when ${contents.unpublishedAt} is null then 'on_show' else 'unpublished' end`;

/** SQL conditions of the states, equal to `getSessionPublicationState`. */
const IS_STATE: Record<SessionPublicationState, SQL> = {
  scheduled: sql`${contentDrafts.publishAt} is not null`,
  published: sql`(${contentDrafts.publishAt} is null and ${contents.id} is not null and ${contents.unpublishedAt} is null)`,
  unpublished: sql`(${contentDrafts.publishAt} is null and ${contents.unpublishedAt} is not null)`,
  draft: sql`(${contentDrafts.publishAt} is null and ${contents.id} is null)`,
};

const isChanged = sql<boolean>`coalesce(${contentDrafts.version} > coalesce(${contentDrafts.publishedVersion}, 0)
  and ${contents.id} is not null, false)`;

/** SQL conditions of what a session needs; a draft that is not on show yet needs a stored recording in each language. */
const HAS_NEED: Record<SessionNeed, SQL> = {
  publishing: isChanged,
  recording: sql`case when ${contents.id} is null
    then (select count(*) from ${contentRecordings}
      where ${contentRecordings.contentId} = ${contentDrafts.contentId}) < ${LANGUAGES.length}
    else exists (select from ${contentTexts} as heard
      where heard.content_id = ${contents.id} and heard.recording is null) end`,
};

export interface SessionListQuery {
  search: string;
  state?: SessionPublicationState | undefined;
  kind?: SessionKind | undefined;
  category?: SessionCategory | undefined;
  needs?: SessionNeed | undefined;
  sort: 'updated' | 'title';
  limit: number;
  offset: number;
}

/**
 * Returns a page of all sessions, drafts and unpublished ones included, with the title in one language; one more than
 * `limit` when there are more.
 */
export async function listStudioSessions(
  db: Database,
  language: Language,
  filter: SessionListQuery,
) {
  const { search, state, kind, category, needs, sort, limit, offset } = filter;
  const draftTitle = language === 'fr' ? contentDrafts.titleFr : contentDrafts.titleEn;
  const title = sql<string>`coalesce(nullif(${draftTitle}, ''), ${contentTexts.title}, ${contentDrafts.slug})`;
  const kindNow = sql`coalesce(${contentDrafts.source} #>> '{facts,kind}', ${contents.kind})`;
  const categoryNow = sql`coalesce(${contentDrafts.source} #>> '{facts,category}', ${contents.category})`;
  const slug = sql<string>`coalesce(${contentDrafts.slug}, ${contents.slug})`;
  const updatedAt =
    sql<Date>`coalesce(${contentDrafts.updatedAt}, ${contents.publishedAt})`.mapWith(
      contentDrafts.updatedAt,
    );
  const pattern = `%${search.trim().replace(/[\\%_]/gu, String.raw`\$&`)}%`;
  const rows = await db
    .select({
      id: sql<string>`coalesce(${contentDrafts.contentId}, ${contents.id})`,
      slug,
      version: sql<number>`coalesce(${contentDrafts.version}, 0)`.mapWith(Number),
      title,
      kind: contents.kind,
      category: contents.category,
      shown,
      publishAt: contentDrafts.publishAt,
      isChanged,
      updatedAt,
    })
    .from(contents)
    .fullJoin(contentDrafts, eq(contentDrafts.contentId, contents.id))
    .leftJoin(
      contentTexts,
      and(eq(contentTexts.contentId, contents.id), eq(contentTexts.language, language)),
    )
    .where(
      and(
        search.trim() === ''
          ? undefined
          : or(ilike(sql`unaccent(${title})`, sql`unaccent(${pattern})`), ilike(slug, pattern)),
        state && IS_STATE[state],
        kind && eq(kindNow, kind),
        category && eq(categoryNow, category),
        needs && HAS_NEED[needs],
      ),
    )
    .orderBy(
      ...(sort === 'title' ? [asc(sql`lower(unaccent(${title}))`)] : [sql`${updatedAt} desc`]),
      asc(slug),
    )
    .limit(limit + 1)
    .offset(offset);
  const facts = await readDraftFacts(
    db,
    rows.map(({ id }) => id),
  );
  return rows.map(({ kind: kindShown, category: categoryShown, ...rest }) => ({
    ...rest,
    // Every row is a draft or a session.
    kind: (facts.get(rest.id)?.kind ?? kindShown) as SessionKind,
    category: (facts.get(rest.id)?.category ?? categoryShown) as SessionCategory,
  }));
}

/**
 * Reads the facts of the drafts on a page by their ids. In the query of the page they would be unpacked, with the scripts, of
 * every draft that is sorted.
 */
async function readDraftFacts(db: Database, ids: string[]) {
  if (ids.length === 0) return new Map<string, SessionSource['facts']>();
  const rows = await db
    .select({
      id: contentDrafts.contentId,
      facts: sql<SessionSource['facts']>`${contentDrafts.source} -> 'facts'`,
    })
    .from(contentDrafts)
    .where(inArray(contentDrafts.contentId, ids))
    .limit(ids.length);
  return new Map(rows.map(({ id, facts }) => [id, facts]));
}

/**
 * Returns a session of the library as a source, with empty scripts where they were not imported; null when it is
 * unknown.
 */
async function findLibrarySession(db: Database, id: string) {
  const [session] = await db
    .select({ content: contents, author: authors.slug })
    .from(contents)
    .innerJoin(authors, eq(authors.id, contents.authorId))
    .where(eq(contents.id, id));
  if (!session) return null;
  const texts = await db
    .select({
      language: contentTexts.language,
      title: contentTexts.title,
      script: contentTexts.script,
    })
    .from(contentTexts)
    .where(eq(contentTexts.contentId, id));
  const find = (language: Language) => texts.find((text) => text.language === language);
  const { slug, kind, category, areas, situations, form, optIn, guard, access } = session.content;
  const source: SessionSource = {
    facts: {
      kind,
      category,
      areas,
      situations,
      form,
      optIn,
      guard,
      access,
      author: session.author,
    },
    scripts: { en: find('en')?.script ?? '', fr: find('fr')?.script ?? '' },
  };
  const { publishedAt } = session.content;
  return { slug, source, publishedAt };
}

/**
 * Returns a session as admins edit it; one that was never edited is returned as imported, with version 0. Null when it
 * is unknown.
 */
export async function findStudioSession(db: Database, id: string) {
  const [draft] = await db
    .select({ draft: contentDrafts, shown, publishedAt: contents.publishedAt })
    .from(contentDrafts)
    .leftJoin(contents, eq(contents.id, contentDrafts.contentId))
    .where(eq(contentDrafts.contentId, id));
  if (draft) return { ...draft.draft, shown: draft.shown, publishedAt: draft.publishedAt };
  const imported = await findLibrarySession(db, id);
  if (!imported) return null;
  const [row] = await db.select({ shown }).from(contents).where(eq(contents.id, id));
  return {
    contentId: id,
    slug: imported.slug,
    version: 0,
    source: imported.source,
    publishAt: null,
    publishedVersion: 0,
    updatedAt: imported.publishedAt,
    publishedAt: imported.publishedAt,
    shown: row?.shown ?? ('on_show' as const),
  };
}

/** Returns the id of the session with this slug, draft or published; null when the slug is free. */
export async function findSessionIdBySlug(db: Database, slug: string): Promise<string | null> {
  const [draft] = await db
    .select({ id: contentDrafts.contentId })
    .from(contentDrafts)
    .where(eq(contentDrafts.slug, slug));
  if (draft) return draft.id;
  const [content] = await db
    .select({ id: contents.id })
    .from(contents)
    .where(eq(contents.slug, slug));
  return content?.id ?? null;
}

/** Returns the id of the author with this slug; null when there is none. */
export async function findAuthorIdBySlug(db: Database, slug: string): Promise<string | null> {
  const [author] = await db.select({ id: authors.id }).from(authors).where(eq(authors.slug, slug));
  return author?.id ?? null;
}

/**
 * Lists the saved versions of a session, the newest first, each with the e-mail address of the admin who saved it (null
 * when deleted).
 */
export async function listSessionVersions(db: Database, id: string, limit: number) {
  return db
    .select({
      version: contentVersions.version,
      savedAt: contentVersions.savedAt,
      by: users.email,
    })
    .from(contentVersions)
    .leftJoin(users, eq(users.id, contentVersions.savedBy))
    .where(eq(contentVersions.contentId, id))
    .orderBy(desc(contentVersions.version))
    .limit(limit);
}

/** Returns the source (facts and scripts) of one saved version of a session; null when there is none. */
export async function findSessionVersionSource(db: Database, id: string, version: number) {
  const [found] = await db
    .select({ version: contentVersions.version, source: contentVersions.source })
    .from(contentVersions)
    .where(and(eq(contentVersions.contentId, id), eq(contentVersions.version, version)));
  return found ?? null;
}

/**
 * Returns the published recordings of a session by language (null where there is none), each with the cues it was
 * aligned with.
 */
export async function readPublishedRecordingsByLanguage(db: Database, id: string) {
  const rows = await db
    .select({
      language: contentTexts.language,
      recording: contentTexts.recording,
      cues: contentTexts.cues,
    })
    .from(contentTexts)
    .where(eq(contentTexts.contentId, id))
    .limit(LANGUAGES.length);
  return new Map(rows.map((row) => [row.language, row]));
}
