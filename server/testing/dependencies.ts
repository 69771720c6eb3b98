import { createAccessGrantSigner } from '#server/features/billing/access-grant/service.ts';
import { randomUUID } from 'node:crypto';
import { openJobQueue } from '#server/db/jobs.ts';
import { createDatabaseMonitor } from '#server/db/monitor.ts';
import type { Pool } from '#server/db/pool.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { type BotCheck, createBotCheck } from '#server/features/bot-check/service.ts';
import { createLibraryCache } from '#server/features/contents/published/engine.ts';
import { createBuiltinIdentityProvider } from '#server/features/identity/builtin/identify-caller.ts';
import { createBuiltinAuth } from '#server/features/identity/service.ts';
import { createMediaStore } from '#server/features/media/service.ts';
import { createPushService } from '#server/features/reminders/service.ts';
import { createWebhookSender } from '#server/features/webhooks/service.ts';
import type { OutgoingEmail } from '#server/features/mail/service.ts';
import { parseOperatorSettings } from '#server/features/system/policy.ts';
import { runDeploymentSafetyChecks } from '#server/features/system/safety/policy.ts';
import { createLog } from '#server/log.ts';
import type { TaxSetting } from '#server/features/billing/settings/policy.ts';
import { createPaymentSandbox } from '#server/features/billing/sandbox/service.ts';

export const TEST_SERVER_SECRET = 'a secret that only the tests know';

/** The real bot check, except that every token passes. */
function createPassingBotCheck(): BotCheck {
  return {
    ...createBotCheck({ secret: TEST_SERVER_SECRET }),
    verify: async (_action, _token, now) => ({ id: randomUUID(), until: now }),
  };
}

const NOWHERE = '/nonexistent';

/** What a test replaces of the dependencies, and how test mode computes tax. */
export type DependencyOverrides = Partial<Dependencies> & { tax?: TaxSetting };

/**
 * Creates everything the server needs, on a real database: e-mails are collected in `emails` instead of sent, the bot
 * check passes every token, and payments are in test mode. `overrides` replaces dependencies.
 */
export async function createTestDependencies(
  pool: Pick<Pool, 'db' | 'exportDb' | 'query' | 'onFailure'>,
  { tax, ...overrides }: DependencyOverrides = {},
) {
  const { db } = pool;
  const { clock = () => new Date(), google, baseUrl = 'http://localhost' } = overrides;
  const { signUp = 'open' } = overrides;
  const { log = createLog({ level: 'silent' }) } = overrides;
  const emails: OutgoingEmail[] = [];
  const dependencies: Dependencies = {
    db,
    exportDb: pool.exportDb,
    published: createLibraryCache(db),
    auth: createBuiltinAuth({
      db,
      secret: TEST_SERVER_SECRET,
      baseUrl,
      google,
      signUp,
    }),
    google,
    jobs: overrides.jobs ?? (await openJobQueue({ query: pool.query }, { log })),
    botCheck: createPassingBotCheck(),
    push: createPushService({ secret: TEST_SERVER_SECRET, contact: baseUrl }),
    operatorEmail: null,
    webhooks: {
      ...createWebhookSender({ allowsPrivateAddresses: false }),
      send: async () => ({ problem: 'no_answer' }),
    },
    mailer: { send: async (post) => void emails.push(post) },
    identity: createBuiltinIdentityProvider(
      db,
      clock,
      { secret: TEST_SERVER_SECRET, baseUrl },
      overrides.payments?.livemode ?? false,
    ),
    externalServices: new Map(),
    tracker: null,
    thirdPartyScripts: [],
    operator: parseOperatorSettings({}),
    safety: runDeploymentSafetyChecks({}),
    isTestModeShown: false,
    clock,
    findLocation: () => ({ country: null, city: null }),
    europeanConsentDays: 365,
    signUp,
    billing: 'sandbox',
    payments: null,
    sandbox: null,
    ...((overrides.billing ?? 'sandbox') === 'sandbox' &&
      createPaymentSandbox({ db, clock, secret: TEST_SERVER_SECRET, tax })),
    publicUrl: undefined,
    baseUrl,
    trustedProxies: [],
    secret: TEST_SERVER_SECRET,
    grants: createAccessGrantSigner(TEST_SERVER_SECRET),
    files: {
      client: NOWHERE,
      pages: NOWHERE,
      renderer: NOWHERE,
      mailFolder: NOWHERE,
    },
    // A folder that not even root can make.
    media: createMediaStore('/dev/null/media'),
    generation: { writer: null, speaker: null, sentencesAtOnce: 4, prices: { currency: 'USD' } },
    log,
    monitor: createDatabaseMonitor(pool, { log }),
    ...overrides,
    // The test runs in the server's own process, and may keep it busy for as long as it likes.
    loadLimits: { concurrentWhileBusy: Infinity, ...overrides.loadLimits },
  };
  return { dependencies, emails };
}
