import { and, eq, isNull, notInArray } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import type { SessionCategory, SessionKind, Language } from '#shared/contract/fields.ts';
import type { FearArea } from '#shared/rules/fear-areas.ts';
import type { SessionGuard } from '#shared/rules/guards.ts';
import type { Cue } from '#shared/rules/script.ts';
import type { Situation } from '#shared/rules/situations.ts';
import type { SessionForm } from '#shared/rules/script-timing.ts';
import { indexSessionsForSearch } from './search/writes.ts';
import { authors, authorTexts, contents, contentTexts } from './table.ts';

export interface ImportedAuthor {
  id: string;
  slug: string;
  texts: { language: Language; name: string; about: string }[];
}

export interface SessionToPublish {
  id: string;
  slug: string;
  kind: SessionKind;
  category: SessionCategory;
  form: SessionForm;
  areas: FearArea[];
  situations: Situation[];
  optIn: boolean;
  guard: SessionGuard | null;
  access: 'free' | 'pass';
  authorId: string;
  publishedAt: Date;
  /** `starter` sessions follow the content folder; others belong to the studio. */
  origin: 'starter' | 'studio';
  /** Hash of the files it was imported from; null in the studio. */
  sourceHash: string | null;
  texts: {
    language: Language;
    title: string;
    summary: string;
    tags: string[];
    sources: string[];
    cues: Cue[];
    durationMs: number;
    script: string;
    recording: string | null;
  }[];
}

/** Inserts or replaces a starter author and both their texts; one edited in the studio stays as it is. */
export async function saveStarterAuthorUnlessEdited(
  db: Database,
  { texts, ...author }: ImportedAuthor,
) {
  const isStarter = eq(authors.origin, 'starter');
  const written = await db
    .insert(authors)
    .values(author)
    .onConflictDoUpdate({ target: authors.id, set: { slug: author.slug }, setWhere: isStarter })
    .returning({ id: authors.id });
  if (written.length === 0) return;
  for (const { language, ...words } of texts) {
    await db
      .insert(authorTexts)
      .values({ authorId: author.id, language, ...words })
      .onConflictDoUpdate({ target: [authorTexts.authorId, authorTexts.language], set: words });
  }
}

/**
 * Inserts or replaces sessions and their given texts, and indexes them for search, all at once; an unpublished session is
 * shown again. Called in a transaction.
 */
export async function publishAndIndexSessions(
  db: Database,
  sessions: readonly SessionToPublish[],
): Promise<void> {
  for (const session of sessions) await publishSession(db, session);
  await indexSessionsForSearch(
    db,
    sessions.map(({ id }) => id),
  );
}

async function publishSession(db: Database, { texts, ...session }: SessionToPublish) {
  const { id, ...rest } = session;
  const row = { ...rest, unpublishedAt: null };
  await db
    .insert(contents)
    .values({ id, ...row })
    .onConflictDoUpdate({ target: contents.id, set: row });
  for (const { language, ...words } of texts) {
    await db
      .insert(contentTexts)
      .values({ contentId: id, language, ...words })
      .onConflictDoUpdate({ target: [contentTexts.contentId, contentTexts.language], set: words });
  }
}

/**
 * Unpublishes the starter sessions whose ids are not in `keep`; people's history of them stays. Called in a transaction.
 */
export async function unpublishStarterSessionsExcept(db: Database, keep: string[]) {
  const unpublished = await db
    .update(contents)
    .set({ unpublishedAt: new Date(), sourceHash: null })
    .where(
      and(
        eq(contents.origin, 'starter'),
        isNull(contents.unpublishedAt),
        keep.length > 0 ? notInArray(contents.id, keep) : undefined,
      ),
    )
    .returning({ id: contents.id });
  await indexSessionsForSearch(
    db,
    unpublished.map(({ id }) => id),
  );
}

/** Unpublishes a session and removes it from the search; people's history of it stays. Called in a transaction. */
export async function unpublishSession(db: Database, id: string, now: Date): Promise<void> {
  await db.update(contents).set({ unpublishedAt: now }).where(eq(contents.id, id));
  await indexSessionsForSearch(db, [id]);
}
