import { createAccessGrantSigner } from '#server/features/billing/access-grant/service.ts';
import { performance } from 'node:perf_hooks';
import { join } from 'node:path';
import { buildApp } from '#server/app.ts';
import { scheduleNightlyBackupsAndDeleteOld } from '#server/backup/nightly.ts';
import {
  ensureWritableDataDir,
  assertPortFree,
  toListenBootError,
  formatStartError,
  warnIfDataDirIsReadableByOthers,
} from '#server/boot.ts';
import { type Database, type OpenDatabase, openDatabase } from '#server/db/connect.ts';
import type { JobQueue } from '#server/db/jobs.ts';
import { createDatabaseMonitor } from '#server/db/monitor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { readSettings, type Settings } from '#server/env.ts';
import {
  createLibraryCache,
  refreshLibraryCacheOnChange,
} from '#server/features/contents/published/engine.ts';
import { createBotCheck } from '#server/features/bot-check/service.ts';
import { createBuiltinIdentityProvider } from '#server/features/identity/builtin/identify-caller.ts';
import { createLocationFinder } from '#server/features/region/service.ts';
import { createBuiltinAuth } from '#server/features/identity/service.ts';
import { createMailer, deleteStoredEmailsAboutPerson } from '#server/features/mail/service.ts';
import { createMediaStore } from '#server/features/media/service.ts';
import { createSpeechSynthesiser } from '#server/features/generation/speaker/service.ts';
import { createDraftWriter } from '#server/features/generation/writer/service.ts';
import { createWebhookSender } from '#server/features/webhooks/service.ts';
import { startSendingEvents } from '#server/features/tracking/engine.ts';
import { createPushService } from '#server/features/reminders/service.ts';
import { createTracker, createTrackerErasureTarget } from '#server/features/tracking/service.ts';
import { dropRootPrivilegesIfPossible } from '#server/drop-root-privileges.ts';
import { createJobHandlers } from '#server/jobs.ts';
import { listMissingOperatorSettings } from '#server/features/system/policy.ts';
import { createLog, type Log } from '#server/log.ts';
import { prepareDatabase } from '#server/prepare-database.ts';
import { computeBlindIndex } from '#server/encryption.ts';
import { ROOT } from '#server/root.ts';
import { loadOrCreateSecret } from '#server/secret.ts';
import { stopGracefully, stopOnSignals } from '#server/stop.ts';

const clock = () => new Date();

/** What identity needs besides the database. */
interface Builtin {
  secret: string;
  baseUrl: string;
  livemode: boolean;
}

/** Creates the identity provider: Firebase if configured, otherwise the built-in one. Only that one is loaded. */
async function createIdentity(
  { firebase, google, signUp }: Settings,
  db: Database,
  { livemode, ...builtin }: Builtin,
) {
  if (!firebase) {
    const auth = createBuiltinAuth({ db, google, signUp, ...builtin });
    return { auth, identity: createBuiltinIdentityProvider(db, clock, builtin, livemode) };
  }
  const { createFirebaseIdentityProvider } =
    await import('#server/features/firebase/identify-caller.ts');
  const { createIdTokenVerifier } = await import('#server/features/firebase/service.ts');
  const { projectId, emulatorHost } = firebase;
  const verify = createIdTokenVerifier({ projectId, clock, emulator: emulatorHost !== undefined });
  const identity = createFirebaseIdentityProvider(db, verify, clock, livemode);
  return { auth: null, firebase, identity };
}

/** Creates the payment provider, which is loaded only when payments are on. */
async function createPayments(
  { billing, billingTax, stripe }: Settings,
  parts: { db: Database; clock: () => Date; secret: string },
) {
  if (billing === 'sandbox')
    return (await import('#server/features/billing/sandbox/service.ts')).createPaymentSandbox({
      ...parts,
      tax: billingTax,
    });
  if (billing === 'off' || !stripe) return { payments: null, sandbox: null };
  const { createBillingProvider } = await import('#server/features/billing/service.ts');
  return { payments: createBillingProvider(stripe), sandbox: null };
}

async function buildServer(settings: Settings, database: OpenDatabase, jobs: JobQueue, log: Log) {
  const { db } = database;
  const secret = settings.sessionSecret ?? (await loadOrCreateSecret(settings.dataDir));
  const { publicUrl, baseUrl, trustedProxies, signUp, billing, dataDir, mail, google, recaptcha } =
    settings;
  const mailFolder = join(dataDir, 'outbox');
  const { payments, sandbox } = await createPayments(settings, { db, clock, secret });
  const provided = await createIdentity(settings, db, {
    secret,
    baseUrl,
    livemode: payments?.livemode ?? false,
  });
  const tracker = settings.tracking ? createTracker(settings.tracking) : null;
  const dependencies: Dependencies = {
    db,
    exportDb: database.exportDb,
    published: createLibraryCache(db),
    ...provided,
    google,
    jobs,
    mailer: createMailer({ ...mail, mailFolder }),
    push: createPushService({
      secret,
      contact: settings.operatorEmail === null ? baseUrl : `mailto:${settings.operatorEmail}`,
    }),
    operatorEmail: settings.operatorEmail,
    findLocation: await createLocationFinder({
      countryHeader: settings.countryHeader,
      trustedProxies,
      database: settings.countryDatabase,
    }),
    europeanConsentDays: settings.europeanConsentDays,
    botCheck: createBotCheck({ secret, recaptcha }),
    externalServices: new Map([
      [
        'outbox',
        {
          erase: ({ uid, email }) =>
            deleteStoredEmailsAboutPerson(mailFolder, [
              computeBlindIndex(secret, uid),
              computeBlindIndex(secret, email),
            ]),
        },
      ],
      ...(tracker ? [['customerio', createTrackerErasureTarget(tracker)] as const] : []),
    ]),
    tracker,
    webhooks: createWebhookSender({
      allowsPrivateAddresses: settings.allowsPrivateWebhooks,
    }),
    thirdPartyScripts: settings.thirdPartyScripts,
    operator: settings.operator,
    safety: settings.safety,
    isTestModeShown: settings.isTestModeShown,
    androidApp: settings.androidApp,
    clock,
    signUp,
    billing,
    payments,
    sandbox,
    publicUrl,
    baseUrl,
    trustedProxies,
    secret,
    grants: createAccessGrantSigner(secret),
    files: {
      client: join(ROOT, 'dist/client'),
      pages: join(ROOT, 'dist/pages'),
      renderer: join(ROOT, 'dist/ssr/render-page.js'),
      mailFolder,
    },
    media: createMediaStore(join(dataDir, 'media'), settings.s3),
    generation: {
      writer: settings.writer ? createDraftWriter(settings.writer) : null,
      speaker: settings.speaker ? createSpeechSynthesiser(settings.speaker) : null,
      sentencesAtOnce: settings.sentencesAtOnce,
      prices: settings.prices,
    },
    log,
    monitor: createDatabaseMonitor(database, { log, folder: database.folder }),
  };
  return buildApp(dependencies);
}

/** Logs, on a public server, which details of the operator are missing in the legal texts. */
function warnOfMissingDetails({ isPublic, operator }: Settings, log: Log): void {
  const missing = listMissingOperatorSettings(operator);
  if (isPublic && missing.length > 0)
    log.warn(
      { missing },
      'the privacy page and the terms have gaps that the operator must fill in',
    );
}

function startBackups({ backupDir: folder, backupPassphrase }: Settings, log: Log) {
  if (folder === undefined) return null;
  return scheduleNightlyBackupsAndDeleteOld(
    { folder, isEncrypted: backupPassphrase !== undefined },
    clock,
    log,
  );
}

interface Running {
  address: string;
  stop: () => Promise<void>;
}

/**
 * Starts the server. When `signal` is aborted meanwhile, it finishes the present step and leaves nothing running.
 * @throws the reason of `signal`; {BootError}
 */
async function start(settings: Settings, signal: AbortSignal): Promise<Running> {
  const { host, port, dataDir, logLevel } = settings;
  const log = createLog({ level: logLevel });
  await ensureWritableDataDir(dataDir);
  await warnIfDataDirIsReadableByOthers(dataDir, log);
  await assertPortFree(host, port);
  await dropRootPrivilegesIfPossible({ dataDir, port, program: import.meta.filename }, log);
  const database = await openDatabase({
    ...settings.database,
    dataDir,
    migrate: false,
    signal,
    log,
  });
  try {
    signal.throwIfAborted();
    const content = join(ROOT, 'content');
    const { jobs } = await prepareDatabase(database, { content, signal, log });
    signal.throwIfAborted();
    const app = await buildServer(settings, database, jobs, log);
    const address = await app.listen({ host, port }).catch((error: unknown) => {
      throw toListenBootError(error, host, port);
    });
    await jobs.startWorkers(createJobHandlers(app.dependencies));
    const { published } = app.dependencies;
    const followed = await refreshLibraryCacheOnChange(published, database.listen, log);
    warnOfMissingDetails(settings, log);
    if (settings.isTestModeShown)
      log.warn('test mode: passes are free, and every page says so; BILLING_SANDBOX=0 ends it');
    const endBackups = startBackups(settings, log);
    const { tracker } = app.dependencies;
    const endSending = tracker && startSendingEvents(app.dependencies, tracker);
    const closeBehind = async () => {
      await endSending?.();
      await endBackups?.();
      await followed.close();
      await jobs.close();
      await database.close();
    };
    return {
      address: settings.publicUrl ?? address,
      stop: () => stopGracefully(app, closeBehind),
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

const stopping = new AbortController();

try {
  const starting = start(readSettings(), stopping.signal);
  // From here on, and not only once the server listens: the database runs as a process of its own.
  stopOnSignals(async () => {
    stopping.abort();
    const running = await starting.catch(() => null);
    await running?.stop();
  });
  const { address } = await starting;
  process.stdout.write(
    `Envol is ready on ${address} (${(performance.now() / 1000).toFixed(1)} s)\n`,
  );
} catch (error) {
  if (error !== stopping.signal.reason) {
    process.stderr.write(`${formatStartError(error)}\n`);
    process.exit(1);
  }
}
