import { performance } from 'node:perf_hooks';
import { join } from 'node:path';
import { buildApp } from '#server/app.ts';
import { ensureDataDir, checkPortFree, toListenError, formatStartError } from '#server/boot.ts';
import { importContent } from '#server/content.ts';
import { type Database, type OpenDatabase, openDatabase } from '#server/db/connect.ts';
import { openJobs } from '#server/db/jobs.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { createDatabaseMonitor } from '#server/db/monitor.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { readSettings, type Settings } from '#server/env.ts';
import { createBotCheck } from '#server/features/bot-check/service.ts';
import { sendAlreadyRegistered } from '#server/features/identity/builtin/sign-up.ts';
import { createBuiltinIdentityProvider } from '#server/features/identity/builtin/identify-caller.ts';
import { createBuiltinAuth } from '#server/features/identity/service.ts';
import { createMailer, deleteEmailsAbout } from '#server/features/mail/service.ts';
import { createJobHandlers } from '#server/jobs.ts';
import { createLog, type Log } from '#server/log.ts';
import { blindIndex } from '#server/encryption.ts';
import { loadOrCreateSecret } from '#server/secret.ts';
import { stopGracefully, stopOnSignals } from '#server/stop.ts';

const ROOT = join(import.meta.dirname, '..');

const clock = () => new Date();

/** What the builtin provider needs besides the database. */
interface Builtin {
  secret: string;
  baseUrl: string;
  onExistingEmail: (user: { id: string; email: string }) => Promise<void>;
}

/** Creates the identity provider: Firebase if configured, otherwise the built-in one. Only that one is loaded. */
async function createIdentity({ firebase, google }: Settings, db: Database, builtin: Builtin) {
  if (!firebase) {
    const auth = createBuiltinAuth({ db, google, ...builtin });
    return { auth, identity: createBuiltinIdentityProvider(db, clock, builtin) };
  }
  const { createFirebaseIdentityProvider } =
    await import('#server/features/identity/firebase/identify-caller.ts');
  const { createVerifier } = await import('#server/features/identity/firebase/service.ts');
  const { projectId, emulatorHost } = firebase;
  const verify = createVerifier({ projectId, clock, emulator: emulatorHost !== undefined });
  return { auth: null, firebase, identity: createFirebaseIdentityProvider(db, verify, clock) };
}

async function buildServer(settings: Settings, database: OpenDatabase, log: Log) {
  const { db } = database;
  const secret = settings.sessionSecret ?? (await loadOrCreateSecret(settings.dataDir));
  const { publicUrl, trustedProxies, billing, dataDir, mail, google, recaptcha } = settings;
  await importContent(db, join(ROOT, 'content'));
  const baseUrl = getBaseUrl(settings);
  const mailFolder = join(dataDir, 'outbox');
  const jobs = await openJobs(database, { log });
  const provided = await createIdentity(settings, db, {
    secret,
    baseUrl,
    onExistingEmail: (user) => sendAlreadyRegistered(dependencies, db, user),
  });
  const dependencies: Dependencies = {
    db,
    ...provided,
    google,
    jobs,
    mailer: createMailer({ ...mail, mailFolder }),
    operatorEmail: settings.operatorEmail,
    botCheck: createBotCheck({ secret, recaptcha }),
    externalServices: new Map([
      [
        'outbox',
        {
          erase: ({ uid, email }) =>
            deleteEmailsAbout(mailFolder, [blindIndex(secret, uid), blindIndex(secret, email)]),
        },
      ],
    ]),
    clock,
    billing,
    publicUrl,
    baseUrl,
    trustedProxies,
    secret,
    files: {
      client: join(ROOT, 'dist/client'),
      pages: join(ROOT, 'dist/pages'),
      renderer: join(ROOT, 'dist/ssr/render-page.js'),
      media: join(dataDir, 'media'),
      mailFolder,
    },
    log,
    monitor: createDatabaseMonitor(database, { log, folder: database.folder }),
  };
  return buildApp(dependencies);
}

/** The base URL of the server: PUBLIC_URL, otherwise a local URL. */
function getBaseUrl({ publicUrl, host, port }: Settings): string {
  const name = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host;
  return publicUrl ?? `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

interface Running {
  /** Where it listens, as people reach it. */
  address: string;
  stop: () => Promise<void>;
}

/**
 * Starts the server. Told to stop meanwhile, it ends the step it is at, begins no other, and leaves nothing running.
 * @throws the reason of `signal`; {BootError}
 */
async function start(settings: Settings, signal: AbortSignal): Promise<Running> {
  const { host, port, dataDir, databaseUrl, logLevel } = settings;
  const log = createLog({ level: logLevel });
  await ensureDataDir(dataDir);
  await checkPortFree(host, port);
  const database = await openDatabase({ url: databaseUrl, dataDir, migrate: false, signal, log });
  try {
    signal.throwIfAborted();
    await migrateDatabase(database);
    signal.throwIfAborted();
    const app = await buildServer(settings, database, log);
    const address = await app.listen({ host, port }).catch((error: unknown) => {
      throw toListenError(error, host, port);
    });
    const { jobs } = app.dependencies;
    await jobs.startWorkers(createJobHandlers(app.dependencies));
    const closeBehind = async () => {
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
  // From here on, and not only once there is something to answer with: the database runs by itself.
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
