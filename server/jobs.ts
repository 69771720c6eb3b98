import type { JobHandlers } from '#server/db/jobs.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { processContractEnd } from '#server/features/billing/end-contract.ts';
import { processWithdrawal } from '#server/features/billing/withdraw-pass.ts';
import { processGiftWithdrawal } from '#server/features/billing/gifts/withdraw-gift.ts';
import { eraseCustomer } from '#server/features/billing/erase-customer.ts';
import { processCustomerSync, processEmailUpdate } from '#server/features/billing/writes.ts';
import { runGeneration } from '#server/features/generation/start-generation.ts';
import { processPasswordReset } from '#server/features/identity/builtin/reset-password.ts';
import { prepareExport } from '#server/features/privacy/prepare-export.ts';
import { eraseAtExternalService } from '#server/features/privacy/writes.ts';
import { sendPushNotification } from '#server/features/reminders/writes.ts';
import { publishScheduled } from '#server/features/studio/writes.ts';
import { sendQueuedEmail } from '#server/features/mail/writes.ts';

/** Creates the function that runs each kind of queued background job, by the name of the kind. */
export function createJobHandlers(dependencies: Dependencies): JobHandlers {
  const { db } = dependencies;
  return {
    mail: ({ encrypted }, id) => sendQueuedEmail(dependencies, encrypted, id),
    'password-reset': ({ encrypted }, id) => processPasswordReset(dependencies, db, encrypted, id),
    'sync-customer': ({ encrypted }) => processCustomerSync(dependencies, encrypted),
    'withdraw-pass': ({ encrypted }) => processWithdrawal(dependencies, encrypted),
    'withdraw-gift': ({ encrypted }) => processGiftWithdrawal(dependencies, encrypted),
    'end-contract': ({ encrypted }) => processContractEnd(dependencies, encrypted),
    'erase-customer': ({ encrypted }) => eraseCustomer(dependencies, encrypted),
    'update-customer': ({ encrypted }) => processEmailUpdate(dependencies, encrypted),
    'publish-session': ({ encrypted }) => publishScheduled(dependencies, encrypted),
    generate: ({ encrypted }) => runGeneration(dependencies, encrypted),
    'prepare-export': ({ encrypted }) => prepareExport(dependencies, encrypted),
    push: ({ encrypted }) => sendPushNotification(dependencies, encrypted),
    'tell-erased': ({ encrypted }) => eraseAtExternalService(dependencies, encrypted),
  };
}
