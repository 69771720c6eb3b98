import { deleteExpiredRateLimitCounters } from '#server/db/rate-limits.ts';
import { findOutageCause } from '#server/db/outage.ts';
import type { App, Dependencies } from '#server/dependencies.ts';
import {
  alertOperatorOfPaymentProblems,
  retryFailedRefunds,
} from '#server/features/billing/alerts/writes.ts';
import { retryUnfinishedErasures } from '#server/features/billing/erase-customer.ts';
import { retryUnfinishedContractEnds } from '#server/features/billing/end-contract.ts';
import { retryUnfinishedGiftWithdrawals } from '#server/features/billing/gifts/withdraw-gift.ts';
import {
  retryUnfinishedWithdrawals,
  refundDueHeldWithdrawals,
} from '#server/features/billing/withdraw-pass.ts';
import {
  sendTripEndEmails,
  sendGiftEndReminders,
  sendPauseEndReminders,
  sendRenewalReminders,
} from '#server/features/billing/notices/writes.ts';
import {
  deleteOldProviderEvents,
  syncAwaitedPayments,
  syncStaleCustomers,
} from '#server/features/billing/writes.ts';
import { fetchAndHandleLostEvents } from '#server/features/billing/stale/writes.ts';
import { deleteOldAutosaves } from '#server/features/autosaves/writes.ts';
import { deleteOldFeedback } from '#server/features/feedback/writes.ts';
import { deleteOldCookieDecisions } from '#server/features/cookie-consent/writes.ts';
import { deleteExpiredSignInSessionsAndLinks } from '#server/features/identity/writes.ts';
import { deleteExpiredStoredEmails } from '#server/features/mail/service.ts';
import { deleteExpiredExports } from '#server/features/privacy/prepare-export.ts';
import { deleteOldSupportMessagesAndQuestions } from '#server/features/support/writes.ts';
import { queueDueReminders } from '#server/features/reminders/writes.ts';
import { deleteOldIdempotencyKeys } from '#server/features/sync/writes.ts';
import { saveLandingViews } from '#server/features/totals/funnel/writes.ts';
import { refreshPresentStateTotals, refreshTotals } from '#server/features/totals/writes.ts';
import { deleteOldTrackingEvents } from '#server/features/tracking/writes.ts';
import { listReferencedMediaNames } from '#server/features/studio/recordings/reads.ts';
import { deleteExpiredApiTokens } from '#server/features/api-tokens/writes.ts';
import { deleteOldWebhookDeliveries } from '#server/features/webhooks/writes.ts';
import { deleteExpiredPreviewLinks } from '#server/features/studio/previews/writes.ts';
import {
  deleteAbandonedUploadsAndOldSpeech,
  deleteUnusedMedia,
} from '#server/features/media/writes.ts';
import { toLoggableError } from '#server/log.ts';

const INTERVAL_MS = 10 * 60_000;
/** What exists and what was paid is no older than this. */
const FIGURES_INTERVAL_MS = 60_000;
/** Not at once, because a starting server is busy. */
const FIRST_MS = 60_000;

type Tasks = Record<string, (dependencies: Dependencies, now: Date) => Promise<void>>;

/** What exists and what was paid is counted for the operator. */
const FIGURES: Tasks = {
  figures: async (dependencies, now) => {
    const { db, payments } = dependencies;
    await saveLandingViews(dependencies, db, now);
    await refreshPresentStateTotals(db, { now, livemode: payments?.livemode ?? false });
  },
};

/** The other periodic tasks; one that fails does not keep the others from running. */
const TASKS: Tasks = {
  counters: ({ db }, now) => deleteExpiredRateLimitCounters(db, now),
  'cookie decisions': ({ db }, now) => deleteOldCookieDecisions(db, now),
  // Not a deletion: payments that a buyer waits for are looked for every ten minutes, before another reading finds those
  // whose event did not come: they are counted here.
  'open payments': (dependencies, now) => syncAwaitedPayments(dependencies, now),
  // Nor this: passes about which no event came are read from the provider once a day.
  'stale passes': (dependencies, now) => syncStaleCustomers(dependencies, now),
  // Nor this: what the provider has reported and never came is looked for, after payments without an event were counted.
  'lost events': (dependencies, now) => fetchAndHandleLostEvents(dependencies, now),
  'failed refunds': (dependencies, now) => retryFailedRefunds(dependencies, now),
  'asked ends': (dependencies, now) => retryUnfinishedContractEnds(dependencies, now),
  'unfinished withdrawals': (dependencies, now) => retryUnfinishedWithdrawals(dependencies, now),
  'unfinished gift withdrawals': (dependencies, now) =>
    retryUnfinishedGiftWithdrawals(dependencies, now),
  'held withdrawals': (dependencies, now) => refundDueHeldWithdrawals(dependencies, now),
  'erased customers': (dependencies, now) => retryUnfinishedErasures(dependencies, now),
  'payment alerts': (dependencies, now) => alertOperatorOfPaymentProblems(dependencies, now),
  // Nor this: people are reminded once of a renewal to come.
  'renewal reminders': (dependencies, now) => sendRenewalReminders(dependencies, now),
  'ends of pauses': (dependencies, now) => sendPauseEndReminders(dependencies, now),
  'ends of gifts': (dependencies, now) => sendGiftEndReminders(dependencies, now),
  // Nor this: each person is reminded at the hour they chose.
  reminders: (dependencies, now) => queueDueReminders(dependencies, now),
  'ends of trip passes': (dependencies, now) => sendTripEndEmails(dependencies, now),
  // Nor this: what people did is added up for the operator.
  totals: ({ db, payments }, now) =>
    refreshTotals(db, { now, livemode: payments?.livemode ?? false }),
  'payment events': ({ db }, now) => deleteOldProviderEvents(db, now),
  'tracking events': ({ db }, now) => deleteOldTrackingEvents(db, now),
  messages: ({ db }, now) => deleteOldFeedback(db, now),
  'preview links': ({ db }, now) => deleteExpiredPreviewLinks(db, now),
  'API tokens': ({ db }, now) => deleteExpiredApiTokens(db, now),
  'webhook deliveries': ({ db }, now) => deleteOldWebhookDeliveries(db, now),
  'unsaved words': ({ db }, now) => deleteOldAutosaves(db, now),
  questions: ({ db }, now) => deleteOldSupportMessagesAndQuestions(db, now),
  'idempotency keys': ({ db }, now) => deleteOldIdempotencyKeys(db, now),
  'prepared exports': ({ db }, now) => deleteExpiredExports(db, now),
  sessions: ({ db }, now) => deleteExpiredSignInSessionsAndLinks(db, now),
  'abandoned uploads': ({ media }, now) => deleteAbandonedUploadsAndOldSpeech(media.folder, now),
  'unused media': async (dependencies, now) =>
    deleteUnusedMedia(dependencies, await listReferencedMediaNames(dependencies.db), now),
  'stored e-mails': ({ files }) => deleteExpiredStoredEmails(files.mailFolder),
};

/**
 * Runs the periodic tasks one after the other: besides deleting expired data they queue reminders and notices, read
 * stale passes from the payment provider and refresh the totals. A task that fails is logged and runs again next time;
 * never rejects.
 */
export async function runPeriodicTasks(
  dependencies: Dependencies,
  tasks: Tasks = { ...FIGURES, ...TASKS },
): Promise<void> {
  const { clock, log } = dependencies;
  for (const [task, run] of Object.entries(tasks))
    await run(dependencies, clock()).catch((error: unknown) => {
      if (!findOutageCause(error))
        log.warn({ task, error: toLoggableError(error) }, 'clean-up failed');
    });
}

/**
 * Runs the periodic tasks one minute after the start and then every ten minutes, the operator's figures every minute, until
 * the app closes. Each server does. The timers do not keep the process alive.
 */
export function schedulePeriodicTasks(app: App): void {
  const { dependencies } = app;
  const first = setTimeout(() => void runPeriodicTasks(dependencies, TASKS), FIRST_MS).unref();
  const timers = [
    setInterval(() => void runPeriodicTasks(dependencies, TASKS), INTERVAL_MS).unref(),
    setInterval(() => void runPeriodicTasks(dependencies, FIGURES), FIGURES_INTERVAL_MS).unref(),
  ];
  app.addHook('onClose', (_app, done) => {
    clearTimeout(first);
    for (const timer of timers) clearInterval(timer);
    done();
  });
}
