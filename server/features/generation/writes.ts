import { and, eq, inArray, sql } from 'drizzle-orm';
import { v7 } from 'uuid';
import type { Database } from '#server/db/connect.ts';
import type { JobQueue } from '#server/db/jobs.ts';
import { encrypt } from '#server/encryption.ts';
import { type EditActor, writeAuditEntryOfDifferences } from '#server/features/audit/writes.ts';
import { findAuthorIdBySlug, findStudioSession } from '#server/features/studio/reads.ts';
import {
  listFormerRecordings,
  readDraftRecordingsByLanguage,
} from '#server/features/studio/recordings/reads.ts';
import { AppError } from '#server/http/errors.ts';
import type { Brief } from '#shared/contract/admin-generation.ts';
import type { Language } from '#shared/contract/fields.ts';
import { listSpokenSentences } from '#shared/rules/script-alignment.ts';
import { parseScript } from '#shared/rules/script.ts';
import type { SentenceTake } from '#shared/rules/speech.ts';
import { findGeneration } from './reads.ts';
import { generations } from './table.ts';

interface QueueDeps {
  db: Database;
  jobs: JobQueue;
  secret: string;
}
type NewGeneration = Pick<
  typeof generations.$inferInsert,
  'kind' | 'brief' | 'contentId' | 'language' | 'publishes' | 'take'
>;

/** The most generations that may wait or run at once, because each costs money. */
const MAX_OPEN = 20;
const OPEN = ['waiting', 'running'] as const;

const getGenerationAuditName = (id: string) => `generation ${id}`;

async function queueGeneration(
  { db, jobs, secret }: QueueDeps,
  { actorId, now }: EditActor,
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
    } as const;
    await writeAuditEntryOfDifferences(tx, { ...edit, details }, null, { state: 'waiting' });
    await jobs.send(tx, 'generate', { encrypted: encrypt(secret, { id }) });
    return id;
  });
}

/**
 * Queues the job that writes a draft, with an audit entry; resolves to the id of the generation.
 * @throws invalid_input (the brief names an unknown author); too_many (MAX_OPEN are waiting or running)
 */
export async function queueDraftGeneration(
  deps: QueueDeps,
  editor: EditActor,
  brief: Brief,
): Promise<string> {
  if ((await findAuthorIdBySlug(deps.db, brief.author)) === null)
    throw new AppError('invalid_input', { author: 'invalid' });
  const { kind, category, minutes, language } = brief;
  return queueGeneration(
    deps,
    editor,
    { kind: 'draft', brief },
    { kind, category, minutes, language },
  );
}

/**
 * Queues the job that speaks the saved script of a session, with an audit entry; resolves to the id of the generation.
 * `again` is a sentence of which there is to be another take.
 * @throws not_found; conflict (another admin has saved since `version`, or the sentence is not in the script);
 * session_has_faults; too_many (MAX_OPEN are open)
 */
export async function queueNarrationGeneration(
  deps: QueueDeps,
  editor: EditActor,
  {
    id: contentId,
    version,
    language,
    publishes,
    again,
  }: {
    id: string;
    version: number;
    language: Language;
    publishes: boolean;
    again?: Omit<SentenceTake, 'take'> | undefined;
  },
): Promise<string> {
  const session = await findStudioSession(deps.db, contentId);
  if (!session) throw new AppError('not_found');
  if (session.version !== version) throw new AppError('conflict');
  const { facts, scripts } = session.source;
  const parsed = parseScript(scripts[language], { language, ...facts });
  if (!parsed.ok) throw new AppError('session_has_faults');
  if (again && !listSpokenSentences(parsed.cues).includes(again.text))
    throw new AppError('conflict');
  const details = { session: session.slug, language, ...(again && { sentence: again.text }) };
  const take = again && (await assignTakeNumber(deps.db, contentId, language, again));
  return queueGeneration(
    deps,
    editor,
    { kind: 'narration', contentId, language, publishes, take },
    details,
  );
}

/** Numbers another take of a sentence: one more than in any recording that is kept, so that it is spoken anew. */
async function assignTakeNumber(
  db: Database,
  contentId: string,
  language: Language,
  again: Omit<SentenceTake, 'take'>,
): Promise<SentenceTake> {
  const present = (await readDraftRecordingsByLanguage(db, contentId)).get(language);
  const former = await listFormerRecordings(db, contentId);
  const takes = [present, ...former.filter((one) => one.language === language)]
    .flatMap((recording) => recording?.takes ?? [])
    .filter(({ text }) => text === again.text)
    .map(({ take }) => take);
  return { ...again, take: Math.max(0, ...takes) + 1 };
}

/**
 * Cancels a generation that is waiting or running, with an audit entry; one that is over stays as it is.
 * @throws not_found
 */
export async function cancelGeneration(
  db: Database,
  { actorId, now }: EditActor,
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
    const edit = {
      actorId,
      now,
      action: 'generation.cancel',
      target: getGenerationAuditName(id),
    } as const;
    await writeAuditEntryOfDifferences(tx, edit, { state: work.state }, { state: 'cancelled' });
  });
}

/** Thrown when a generation is no longer running, because it was cancelled. */
export class GenerationCancelledError extends Error {
  override name = 'CancelledError';
}

/**
 * What came of a generation since its last update: tokens and characters are added to the stored counts; other fields
 * replace the stored ones.
 */
export interface GenerationProgressUpdate {
  done?: number;
  total?: number;
  scripts?: Partial<Record<Language, string>>;
  addedTokensIn?: number;
  addedTokensOut?: number;
  addedCharacters?: number;
}

/**
 * Stores the progress of a running generation.
 * @throws {GenerationCancelledError} when it is no longer running
 */
export async function updateGenerationProgress(
  db: Database,
  id: string,
  step: GenerationProgressUpdate,
): Promise<void> {
  const { addedTokensIn = 0, addedTokensOut = 0, addedCharacters = 0, done, ...rest } = step;
  const saved = await db
    .update(generations)
    .set({
      ...rest,
      // Sentences end in any order.
      ...(done !== undefined && { done: sql`greatest(${generations.done}, ${done})` }),
      tokensIn: sql`${generations.tokensIn} + ${addedTokensIn}`,
      tokensOut: sql`${generations.tokensOut} + ${addedTokensOut}`,
      characters: sql`${generations.characters} + ${addedCharacters}`,
    })
    .where(and(eq(generations.id, id), eq(generations.state, 'running')))
    .returning({ id: generations.id });
  if (saved.length === 0) throw new GenerationCancelledError();
}

/**
 * Marks a waiting generation as running and returns it; also one that an interrupted server left running. Null when it
 * is over or does not exist.
 */
export async function claimGeneration(db: Database, id: string) {
  const [row] = await db
    .update(generations)
    .set({ state: 'running' })
    .where(and(eq(generations.id, id), inArray(generations.state, [...OPEN])))
    .returning();
  return row ?? null;
}

/**
 * Marks a running generation as done, in the transaction that stores its result.
 * @throws {GenerationCancelledError} when it is no longer running
 */
export async function markGenerationDone(
  tx: Database,
  id: string,
  outcome: { contentId?: string; faults?: number },
): Promise<void> {
  const ended = await tx
    .update(generations)
    .set({ state: 'done', ...outcome })
    .where(and(eq(generations.id, id), eq(generations.state, 'running')))
    .returning({ id: generations.id });
  if (ended.length === 0) throw new GenerationCancelledError();
}

/**
 * Marks a running generation (a draft or a narration made by an outside service) as failed, with the reason; does
 * nothing when it is no longer running.
 */
export async function markGenerationFailed(
  db: Database,
  id: string,
  failure: string,
): Promise<void> {
  await db
    .update(generations)
    .set({ state: 'failed', failure })
    .where(and(eq(generations.id, id), eq(generations.state, 'running')));
}
