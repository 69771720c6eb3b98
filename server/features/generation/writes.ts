import { and, eq, inArray, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Database } from '#server/db/connect.ts';
import type { Jobs } from '#server/db/jobs.ts';
import { encrypt } from '#server/encryption.ts';
import { recordEdit } from '#server/features/audit/writes.ts';
import { findAuthorId, findSession } from '#server/features/studio/reads.ts';
import type { Editor } from '#server/features/studio/writes.ts';
import { AppError } from '#server/http/errors.ts';
import type { Brief } from '#shared/contract/admin-generation.ts';
import type { Language } from '#shared/contract/fields.ts';
import { parseScript } from '#shared/rules/script.ts';
import { findGeneration } from './reads.ts';
import { generations } from './table.ts';

interface QueueDeps {
  db: Database;
  jobs: Jobs;
  secret: string;
}
type NewGeneration = Pick<
  typeof generations.$inferInsert,
  'kind' | 'brief' | 'contentId' | 'language'
>;

/** How many pieces of work may wait or be under way at once: each costs money. */
const MAX_OPEN = 20;
const OPEN = ['waiting', 'running'] as const;

/** What the audit log calls a piece of work. */
const getGenerationAuditName = (id: string) => `generation ${id}`;

async function start(
  { db, jobs, secret }: QueueDeps,
  { actorId, now }: Editor,
  work: NewGeneration,
  details: Record<string, string | number>,
): Promise<string> {
  return db.transaction(async (tx) => {
    const [open] = await tx
      .select({ count: sql<number>`count(*)::integer` })
      .from(generations)
      .where(inArray(generations.state, [...OPEN]));
    if ((open?.count ?? 0) >= MAX_OPEN) throw new AppError('too_many');
    const id = v7();
    await tx.insert(generations).values({ id, ...work, startedBy: actorId, createdAt: now });
    const edit = {
      actorId,
      now,
      action: `generation.${work.kind}`,
      target: getGenerationAuditName(id),
    };
    await recordEdit(tx, { ...edit, details }, null, { state: 'waiting' });
    await jobs.send(tx, 'generate', { encrypted: encrypt(secret, { id }) });
    return id;
  });
}

/**
 * Has a draft written; resolves to the id of the work.
 * @throws invalid_input when nobody signs sessions by this slug; too_many
 */
export async function startDraft(deps: QueueDeps, editor: Editor, brief: Brief): Promise<string> {
  if ((await findAuthorId(deps.db, brief.author)) === null)
    throw new AppError('invalid_input', { author: 'invalid' });
  const { kind, category, minutes, language } = brief;
  return start(deps, editor, { kind: 'draft', brief }, { kind, category, minutes, language });
}

/**
 * Has the saved script of a session spoken; resolves to the id of the work.
 * @throws not_found; conflict when somebody else has saved; session_has_faults; too_many
 */
export async function startNarration(
  deps: QueueDeps,
  editor: Editor,
  { id: contentId, version, language }: { id: string; version: number; language: Language },
): Promise<string> {
  const session = await findSession(deps.db, contentId);
  if (!session) throw new AppError('not_found');
  if (session.version !== version) throw new AppError('conflict');
  const { facts, scripts } = session.source;
  if (!parseScript(scripts[language], { language, ...facts }).ok)
    throw new AppError('session_has_faults');
  const details = { session: session.slug, language };
  return start(deps, editor, { kind: 'narration', contentId, language }, details);
}

/**
 * Ends work that is waiting or under way. What is over stays as it is.
 * @throws not_found
 */
export async function cancelGeneration(
  db: Database,
  { actorId, now }: Editor,
  id: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const work = await findGeneration(tx, id);
    if (!work) throw new AppError('not_found');
    const isOpen = and(eq(generations.id, id), inArray(generations.state, [...OPEN]));
    const [ended] = await tx
      .update(generations)
      .set({ state: 'cancelled' })
      .where(isOpen)
      .returning({ id: generations.id });
    if (!ended) return;
    const edit = { actorId, now, action: 'generation.cancel', target: getGenerationAuditName(id) };
    await recordEdit(tx, edit, { state: work.state }, { state: 'cancelled' });
  });
}

/** Thrown when work was cancelled meanwhile. */
export class CancelledError extends Error {
  override name = 'CancelledError';
}

/** What is known of work after a step. Counts are added to what was counted before. */
export interface Step {
  done?: number;
  total?: number;
  scripts?: Partial<Record<Language, string>>;
  tokensIn?: number;
  tokensOut?: number;
  characters?: number;
}

/**
 * Writes down a step of work under way.
 * @throws {CancelledError} when it is under way no more
 */
export async function saveStep(db: Database, id: string, step: Step): Promise<void> {
  const { tokensIn = 0, tokensOut = 0, characters = 0, ...rest } = step;
  const saved = await db
    .update(generations)
    .set({
      ...rest,
      tokensIn: sql`${generations.tokensIn} + ${tokensIn}`,
      tokensOut: sql`${generations.tokensOut} + ${tokensOut}`,
      characters: sql`${generations.characters} + ${characters}`,
    })
    .where(and(eq(generations.id, id), eq(generations.state, 'running')))
    .returning({ id: generations.id });
  if (saved.length === 0) throw new CancelledError();
}

/** Takes up work that waits, or that a server left half done. Resolves to it, or to null when it is over. */
export async function takeUp(db: Database, id: string) {
  const [row] = await db
    .update(generations)
    .set({ state: 'running' })
    .where(and(eq(generations.id, id), inArray(generations.state, [...OPEN])))
    .returning();
  return row ?? null;
}

/**
 * Ends work, in the transaction of what has become of it.
 * @throws {CancelledError} when it is under way no more
 */
export async function finish(
  tx: Database,
  id: string,
  outcome: { contentId?: string; faults?: number },
): Promise<void> {
  const ended = await tx
    .update(generations)
    .set({ state: 'done', ...outcome })
    .where(and(eq(generations.id, id), eq(generations.state, 'running')))
    .returning({ id: generations.id });
  if (ended.length === 0) throw new CancelledError();
}

/** Writes down why work has failed, unless it was cancelled. */
export async function fail(db: Database, id: string, failure: string): Promise<void> {
  await db
    .update(generations)
    .set({ state: 'failed', failure })
    .where(and(eq(generations.id, id), eq(generations.state, 'running')));
}
