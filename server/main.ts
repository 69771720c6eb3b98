import { performance } from 'node:perf_hooks';
import { join } from 'node:path';
import { buildApp } from '#server/app.ts';
import { claimDataDir, claimPort, listenError, oneSentence } from '#server/boot.ts';
import { type Database, openDatabase } from '#server/db/connect.ts';
import { migrateDatabase } from '#server/db/migrate.ts';
import { readSettings, type Settings } from '#server/env.ts';
import { builtinIdentity } from '#server/features/identity/policy.ts';
import { createBuiltinAuth } from '#server/features/identity/service.ts';
import { importLibrary } from '#server/features/library/import.ts';
import { keptSecret } from '#server/secret.ts';
import { stopGracefully, stopOnSignals } from '#server/stop.ts';

const ROOT = join(import.meta.dirname, '..');

const clock = () => new Date();

/** Who vouches for people: Firebase where it is set up, else ourselves. Only that one is loaded. */
async function identityOf({ firebase, publicUrl }: Settings, db: Database, secret: string) {
  if (!firebase) {
    const auth = createBuiltinAuth({ db, secret, publicUrl: publicUrl ?? null });
    return { auth, identity: builtinIdentity(db, clock) };
  }
  const { firebaseIdentity } = await import('#server/features/identity/firebase/policy.ts');
  const { createVerifier } = await import('#server/features/identity/firebase/service.ts');
  const { projectId, emulatorHost } = firebase;
  const verify = createVerifier({ projectId, clock, emulator: emulatorHost !== undefined });
  return { auth: null, firebase, identity: firebaseIdentity(db, verify, clock) };
}

async function build(settings: Settings, db: Database) {
  const secret = settings.sessionSecret ?? (await keptSecret(settings.dataDir));
  const { publicUrl, trustedProxies, billing, logLevel, dataDir } = settings;
  await importLibrary(db, join(ROOT, 'content'));
  return buildApp({
    db,
    ...(await identityOf(settings, db, secret)),
    clock,
    billing,
    publicUrl,
    trustedProxies,
    secret,
    files: {
      client: join(ROOT, 'dist/client'),
      pages: join(ROOT, 'dist/pages'),
      media: join(dataDir, 'media'),
    },
    logLevel,
  });
}

async function start(settings: Settings): Promise<string> {
  const { host, port, dataDir, databaseUrl } = settings;
  await claimDataDir(dataDir);
  await claimPort(host, port);
  const database = await openDatabase({ url: databaseUrl, dataDir });
  try {
    await migrateDatabase(database);
    const app = await build(settings, database.db);
    const address = await app.listen({ host, port }).catch((error: unknown) => {
      throw listenError(error, host, port);
    });
    stopOnSignals(() => stopGracefully(app, database.close));
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
