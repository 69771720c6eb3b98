import type { JobHandlers } from '#server/db/jobs.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { runEndContractJob } from '#server/features/billing/end-contract.ts';
import { runWithdrawPassJob } from '#server/features/billing/withdraw-pass.ts';
import { runWithdrawGiftJob } from '#server/features/billing/gifts/withdraw-gift.ts';
import { runEraseCustomerJob } from '#server/features/billing/erase-customer.ts';
import { runSyncCustomerJob, runUpdateCustomerEmailJob } from '#server/features/billing/writes.ts';
import { runGenerationJob } from '#server/features/generation/start-generation.ts';
import { runPasswordResetJob } from '#server/features/identity/builtin/reset-password.ts';
import { runPrepareExportJob } from '#server/features/privacy/prepare-export.ts';
import { runNarrationJob } from '#server/features/narration/narrate-library.ts';
import { runExternalErasureJob } from '#server/features/privacy/writes.ts';
import { runPushJob } from '#server/features/reminders/writes.ts';
import { runPublishSessionJob } from '#server/features/studio/publication/writes.ts';
import { runWebhookJob } from '#server/features/webhooks/writes.ts';
import { runMailJob } from '#server/features/mail/writes.ts';

/** Creates the function that runs each kind of queued background job, by the name of the kind. */
export function createJobHandlers(dependencies: Dependencies): JobHandlers {
  const { db } = dependencies;
  return {
    mail: ({ encrypted }, id) => runMailJob(dependencies, encrypted, id),
    'password-reset': ({ encrypted }, id) => runPasswordResetJob(dependencies, db, encrypted, id),
    'sync-customer': ({ encrypted }) => runSyncCustomerJob(dependencies, encrypted),
    'withdraw-pass': ({ encrypted }) => runWithdrawPassJob(dependencies, encrypted),
    'withdraw-gift': ({ encrypted }) => runWithdrawGiftJob(dependencies, encrypted),
    'end-contract': ({ encrypted }) => runEndContractJob(dependencies, encrypted),
    'erase-customer': ({ encrypted }) => runEraseCustomerJob(dependencies, encrypted),
    'update-customer': ({ encrypted }) => runUpdateCustomerEmailJob(dependencies, encrypted),
    'publish-session': ({ encrypted }) => runPublishSessionJob(dependencies, encrypted),
    generate: ({ encrypted }) => runGenerationJob(dependencies, encrypted),
    narrate: ({ encrypted }) => runNarrationJob(dependencies, encrypted),
    'prepare-export': ({ encrypted }) => runPrepareExportJob(dependencies, encrypted),
    push: ({ encrypted }) => runPushJob(dependencies, encrypted),
    'tell-erased': ({ encrypted }) => runExternalErasureJob(dependencies, encrypted),
    webhook: ({ encrypted }) => runWebhookJob(dependencies, encrypted),
  };
}
