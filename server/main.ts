import { performance } from 'node:perf_hooks';
import { join } from 'node:path';
import { buildApp } from '#server/app.ts';
import { claimDataDir, claimPort, listenError, oneSentence } from '#server/boot.ts';
import { importContent } from '#server/content.ts';
import { type Database, openDatabase } from '#server/db/connect.ts';
import { openJobs } from '#server/db/jobs.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import type { Pool } from '#server/db/pool.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { readSettings, type Settings } from '#server/env.ts';
import { createBotCheck } from '#server/features/bot-check/service.ts';
import { tellKnown } from '#server/features/identity/builtin/writes.ts';
import { builtinIdentity } from '#server/features/identity/policy.ts';
import { createBuiltinAuth } from '#server/features/identity/service.ts';
import { ageOut, createMailer, forgetKept } from '#server/features/mail/service.ts';
import { jobHandlers } from '#server/jobs.ts';
import { markOf } from '#server/seal.ts';
import { keptSecret } from '#server/secret.ts';
import { stopGracefully, stopOnSignals } from '#server/stop.ts';

const ROOT = join(import.meta.dirname, '..');

const HOUR_MS = 60 * 60_000;

const clock = () => new Date();

/** What the builtin provider needs besides the database. */
interface Builtin {
  secret: string;
  address: string;
  onKnownAddress: (user: { id: string; email: string }) => Promise<void>;
}

/** Who vouches for people: Firebase where it is set up, else ourselves. Only that one is loaded. */
async function identityOf({ firebase, google }: Settings, db: Database, builtin: Builtin) {
  if (!firebase) {
    const auth = createBuiltinAuth({ db, google, ...builtin });
    return { auth, identity: builtinIdentity(db, clock, builtin) };
  }
  const { firebaseIdentity } = await import('#server/features/identity/firebase/policy.ts');
  const { createVerifier } = await import('#server/features/identity/firebase/service.ts');
  const { projectId, emulatorHost } = firebase;
  const verify = createVerifier({ projectId, clock, emulator: emulatorHost !== undefined });
  return { auth: null, firebase, identity: firebaseIdentity(db, verify, clock) };
}

async function build(settings: Settings, { db, run, listen }: Pool) {
  const secret = settings.sessionSecret ?? (await keptSecret(settings.dataDir));
  const { publicUrl, trustedProxies, billing, logLevel, dataDir, mail, google, recaptcha } =
    settings;
  await importContent(db, join(ROOT, 'content'));
  const address = addressOf(settings);
  const outbox = join(dataDir, 'outbox');
  setInterval(() => void ageOut(outbox).catch(() => undefined), HOUR_MS).unref();
  const jobs = await openJobs({ run, listen });
  const provided = await identityOf(settings, db, {
    secret,
    address,
    onKnownAddress: (user) => tellKnown(dependencies, db, user),
  });
  const dependencies: Dependencies = {
    db,
    ...provided,
    google,
    jobs,
    mailer: createMailer({ ...mail, outbox }),
    botCheck: createBotCheck({ secret, recaptcha }),
    outside: new Map([
      [
        'outbox',
        {
          erase: ({ uid, email }) =>
            forgetKept(outbox, [markOf(secret, uid), markOf(secret, email)]),
        },
      ],
    ]),
    clock,
    billing,
    publicUrl,
    address,
    trustedProxies,
    secret,
    files: {
      client: join(ROOT, 'dist/client'),
      pages: join(ROOT, 'dist/pages'),
      media: join(dataDir, 'media'),
      outbox,
    },
    logLevel,
  };
  return buildApp(dependencies);
}

/** Where a browser on this machine reaches the server, when no address was given for others. */
function addressOf({ publicUrl, host, port }: Settings): string {
  const name = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host;
  return publicUrl ?? `http://${name.includes(':') ? `[${name}]` : name}:${port}`;
}

async function start(settings: Settings): Promise<string> {
  const { host, port, dataDir, databaseUrl } = settings;
  await claimDataDir(dataDir);
  await claimPort(host, port);
  const database = await openDatabase({ url: databaseUrl, dataDir });
  try {
    await migrateDatabase(database);
    const app = await build(settings, database);
    const address = await app.listen({ host, port }).catch((error: unknown) => {
      throw listenError(error, host, port);
    });
    const { jobs } = app.dependencies;
    await jobs.work(jobHandlers(app.dependencies));
    const closeBehind = async () => {
      await jobs.close();
      await database.close();
    };
    stopOnSignals(() => stopGracefully(app, closeBehind));
    return settings.publicUrl ?? address;
  } catch (error) {
    await database.close();
    throw error;
  }
}

try {
  const address = await start(readSettings());
  process.stdout.write(
    `Envol is ready on ${address} (${(performance.now() / 1000).toFixed(1)} s)\n`,
  );
} catch (error) {
  process.stderr.write(`${oneSentence(error)}\n`);
  process.exit(1);
}
