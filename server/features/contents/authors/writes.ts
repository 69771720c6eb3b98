import { eq } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Database } from '#server/db/connect.ts';
import { insertUnderFreeSlug } from '#server/db/free-slug.ts';
import {
  type EditActor,
  editVersionedRowWithAudit,
  writeAuditEntryOfDifferences,
} from '#server/features/audit/writes.ts';
import { authors, authorTexts } from '#server/features/contents/table.ts';
import { AppError } from '#server/http/errors.ts';
import type { AuthorTexts } from '#shared/contract/admin-authors.ts';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { buildSlug } from '#shared/rules/slug.ts';
import { storePortraitAndDeleteUpload, type MediaDeps } from '#server/features/media/writes.ts';
import { findAuthor } from './reads.ts';

/** Returns the name by which the audit log refers to an author. */
export const getAuthorAuditTarget = (slug: string) => `author ${slug}`;

async function writeTexts(tx: Database, authorId: string, texts: AuthorTexts): Promise<void> {
  for (const language of LANGUAGES) {
    const words = texts[language];
    await tx
      .insert(authorTexts)
      .values({ authorId, language, ...words })
      .onConflictDoUpdate({ target: [authorTexts.authorId, authorTexts.language], set: words });
  }
}

const toFields = (texts: AuthorTexts) =>
  Object.fromEntries(
    LANGUAGES.flatMap((language) =>
      Object.entries(texts[language]).map(([name, value]) => [`${name}.${language}`, value]),
    ),
  );

/** Adds an author with a slug made of the English name, with an audit entry; resolves to the id. */
export async function createAuthor(
  db: Database,
  { actorId, now }: EditActor,
  texts: AuthorTexts,
): Promise<string> {
  return db.transaction(async (tx) => {
    const id = v7();
    const wanted = buildSlug(texts.en.name);
    const slug = await insertUnderFreeSlug({ wanted, kind: 'author', id }, (free) =>
      tx
        .insert(authors)
        .values({ id, slug: free, origin: 'studio' })
        .onConflictDoNothing({ target: authors.slug })
        .returning({ id: authors.id }),
    );
    await writeTexts(tx, id, texts);
    const edit = {
      actorId,
      now,
      action: 'author.add',
      target: getAuthorAuditTarget(slug),
    } as const;
    await writeAuditEntryOfDifferences(tx, edit, null, toFields(texts));
    return id;
  });
}

/**
 * Changes the texts of an author, with an audit entry; an import no longer changes this author.
 * @throws not_found; conflict (another admin has changed the author since `version`)
 */
export async function changeAuthor(
  db: Database,
  { actorId, now }: EditActor,
  id: string,
  { version, texts }: { version: number; texts: AuthorTexts },
): Promise<void> {
  const author = await findAuthor(db, id);
  await editVersionedRowWithAudit(db, {
    actorId,
    now,
    version,
    action: 'author.change',
    target: getAuthorAuditTarget(author?.slug ?? id),
    state: toFields(texts),
    find: async (tx) => {
      const stored = await findAuthor(tx, id, true);
      return stored && { version: stored.version, state: toFields(stored.texts) };
    },
    write: async (tx, next) => {
      await tx.update(authors).set({ origin: 'studio', version: next }).where(eq(authors.id, id));
      await writeTexts(tx, id, texts);
    },
  });
}

/**
 * Sets the portrait of an author to an uploaded picture, or removes it (null), with an audit entry; an import no longer
 * changes this author.
 * @throws not_found; conflict (another admin has changed the author since `version`); as storePortraitAndDeleteUpload
 */
export async function changePortrait(
  deps: MediaDeps,
  { actorId, now }: EditActor,
  id: string,
  { version, uploadId }: { version: number; uploadId: string | null },
): Promise<void> {
  const author = await findAuthor(deps.db, id);
  if (!author) throw new AppError('not_found');
  if (author.version !== version) throw new AppError('conflict');
  const portrait = uploadId && (await storePortraitAndDeleteUpload(deps, uploadId, now));
  await editVersionedRowWithAudit(deps.db, {
    actorId,
    now,
    version,
    action: 'author.portrait',
    target: getAuthorAuditTarget(author.slug),
    state: { portrait },
    find: async (tx) => {
      const stored = await findAuthor(tx, id, true);
      return stored && { version: stored.version, state: { portrait: stored.portrait } };
    },
    write: async (tx, next) => {
      const change = { origin: 'studio', version: next, portrait } as const;
      await tx.update(authors).set(change).where(eq(authors.id, id));
    },
  });
}
