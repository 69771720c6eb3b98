import { eq, lt, sql } from 'drizzle-orm';
import type { Database } from '#server/db/connect.ts';
import { PermanentJobError } from '#server/db/job-runner.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { decrypt, encrypt } from '#server/encryption.ts';
import { type EditActor, writeAuditEntryOfDifferences } from '#server/features/audit/writes.ts';
import { AppError } from '#server/http/errors.ts';
import type { WebhookData } from '#shared/contract/admin-webhooks.ts';
import {
  MAX_WEBHOOKS,
  WEBHOOK_TEST_EVENT,
  type WebhookEvent,
} from '#shared/rules/webhook-events.ts';
import { createWebhookSecret, MAX_TRIES, signWebhook } from './policy.ts';
import { findWebhookDelivery, listWebhooks } from './reads.ts';
import { webhookDeliveries, webhooks } from './table.ts';

const KEPT_MS = 30 * 86_400_000;
const GONE = 410;

/** What queueing an event needs. */
export type WebhookDependencies = Pick<Dependencies, 'jobs' | 'secret' | 'clock'>;
type AdminDependencies = Pick<Dependencies, 'secret' | 'webhooks'>;

/**
 * Creates a webhook; returns its secret, which is not told again.
 * @throws too_many; invalid_input (an address that may not be called)
 */
export async function createWebhook(
  { secret: serverSecret, webhooks: sender }: AdminDependencies,
  db: Database,
  { actorId, now }: EditActor,
  { url, events }: { url: string; events: readonly WebhookEvent[] },
): Promise<string> {
  if (!sender.isAddressAllowed(url)) throw new AppError('invalid_input', { url: 'invalid' });
  const secret = createWebhookSecret();
  const wanted = [...new Set(events)];
  await db.transaction(async (tx) => {
    // One after the other: none is beyond the number that is listed.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('webhooks', 0))`);
    if ((await listWebhooks(tx)).length >= MAX_WEBHOOKS) throw new AppError('too_many');
    await tx.insert(webhooks).values({
      url,
      events: wanted,
      secret: encrypt(serverSecret, { webhookSecret: secret }),
      createdAt: now,
    });
    const details = { events: wanted.join(' ') };
    const target = nameTarget(url);
    const edit = { actorId, now, action: 'webhook.add', target, details } as const;
    await writeAuditEntryOfDifferences(tx, edit, null, null);
  });
  return secret;
}

/** The path of an address may hold a secret of its own. */
const nameTarget = (url: string) => `webhook ${new URL(url).host}`;

/**
 * Removes a webhook with its deliveries; what waits is not sent any more.
 * @throws not_found
 */
export async function deleteWebhook(db: Database, editor: EditActor, id: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [removed] = await tx
      .delete(webhooks)
      .where(eq(webhooks.id, id))
      .returning({ url: webhooks.url });
    if (!removed) throw new AppError('not_found');
    const edit = { ...editor, action: 'webhook.delete', target: nameTarget(removed.url) } as const;
    await writeAuditEntryOfDifferences(tx, edit, null, null);
  });
}

/**
 * Queues an event for each webhook that wants it, in the transaction `tx` of what happened: it is sent once that is true, and
 * only then.
 */
export async function queueWebhookEvent<Event extends WebhookEvent>(
  deps: WebhookDependencies,
  tx: Database,
  event: Event,
  data: WebhookData<Event>,
): Promise<void> {
  for (const { id, events } of await listWebhooks(tx))
    if (events.includes(event)) await queueDelivery(deps, tx, id, event, data);
}

/**
 * Queues the event by which an admin tries a webhook.
 * @throws not_found
 */
export async function queueWebhookTest(
  deps: WebhookDependencies,
  db: Database,
  id: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const [known] = await tx
      .select({ id: webhooks.id })
      .from(webhooks)
      .where(eq(webhooks.id, id))
      .for('key share');
    if (!known) throw new AppError('not_found');
    await queueDelivery(deps, tx, id, WEBHOOK_TEST_EVENT, {});
  });
}

async function queueDelivery(
  { jobs, secret, clock }: WebhookDependencies,
  tx: Database,
  webhookId: string,
  event: WebhookEvent | typeof WEBHOOK_TEST_EVENT,
  data: Record<string, unknown>,
): Promise<void> {
  const [delivery] = await tx
    .insert(webhookDeliveries)
    .values({ webhookId, event, data, at: clock() })
    .returning({ id: webhookDeliveries.id });
  if (delivery) await jobs.send(tx, 'webhook', { encrypted: encrypt(secret, delivery) });
}

/**
 * Handler of the job `webhook`: sends one delivery and notes what became of it. Whatever is sent again has the same id and body.
 * @throws {Error} when it is to be tried again
 * @throws {PermanentJobError} when it was tried often enough, or the receiver says that it is gone
 */
export async function runWebhookJob(
  {
    db,
    secret,
    clock,
    webhooks: sender,
  }: Pick<Dependencies, 'db' | 'secret' | 'clock' | 'webhooks'>,
  encrypted: string,
): Promise<void> {
  const { id } = decrypt(secret, encrypted) as { id: string };
  const found = await findWebhookDelivery(db, id);
  if (found?.delivery.state !== 'waiting') return;
  const { event: type, at, data, tries } = found.delivery;
  const { webhookSecret } = decrypt(secret, found.secret) as { webhookSecret: string };
  const body = JSON.stringify({ type, timestamp: at.toISOString(), data });
  const sentAt = clock();
  const headers = signWebhook(webhookSecret, { id, sentAt, body });
  const outcome = { status: null, problem: null, ...(await sender.send(found.url, headers, body)) };
  const { status, problem } = outcome;
  const isTaken = status !== null && status >= 200 && status < 300;
  const isOver = status === GONE || tries + 1 >= MAX_TRIES;
  await db
    .update(webhookDeliveries)
    .set({
      state: isTaken ? 'delivered' : isOver ? 'failed' : 'waiting',
      tries: tries + 1,
      lastTriedAt: sentAt,
      status,
      problem,
    })
    .where(eq(webhookDeliveries.id, id));
  const reason = problem ?? `status ${status}`;
  if (!isTaken && isOver) throw new PermanentJobError(reason);
  if (!isTaken) throw Object.assign(new Error('the webhook was not taken'), { code: reason });
}

/** Deletes the deliveries that are older than a month. */
export async function deleteOldWebhookDeliveries(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS);
  await db.delete(webhookDeliveries).where(lt(webhookDeliveries.at, before));
}
