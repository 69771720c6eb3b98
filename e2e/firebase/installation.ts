import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestDatabase } from '#server/testing/database.ts';

const ROOT = path.join(import.meta.dirname, '../..');
export const PROJECT = 'demo-envol';

/** The emulator that `npm run test:firebase` started. */
export function emulatorHost(): string {
  const host = process.env['FIREBASE_AUTH_EMULATOR_HOST'];
  if (!host) throw new Error('No emulator: run these with npm run test:firebase');
  return host;
}

/** The server as people start it, with Firebase as its identity provider. */
export async function startInstallation() {
  const database = await createTestDatabase({ max: 2 });
  const folder = await mkdtemp(path.join(tmpdir(), 'envol-firebase-'));
  const child = spawn(process.execPath, [path.join(ROOT, 'dist/server/main.js')], {
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      DATA_DIR: folder,
      DATABASE_URL: database.url,
      LOG_LEVEL: 'error',
      FIREBASE_API_KEY: 'demo-key',
      FIREBASE_AUTH_DOMAIN: `${PROJECT}.firebaseapp.com`,
      FIREBASE_PROJECT_ID: PROJECT,
      FIREBASE_APP_ID: '1:2:web:3',
      FIREBASE_AUTH_EMULATOR_HOST: emulatorHost(),
    },
  });
  const closed = new Promise((resolve) => child.once('close', resolve));
  let said = '';
  const url = await new Promise<string>((resolve, reject) => {
    const listen = (chunk: Buffer) => {
      said += chunk.toString();
      const ready = /ready on (http:\S+)/.exec(said)?.[1];
      if (ready) resolve(ready);
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    void closed.then(() => reject(new Error(`The server did not start: ${said}`)));
  });
  return {
    url,
    db: database.db,
    query: database.query,
    async close() {
      child.kill('SIGTERM');
      await closed;
      await database.close();
      await rm(folder, { recursive: true });
    },
  };
}
export type Installation = Awaited<ReturnType<typeof startInstallation>>;

/** The address of the built chunk with the SDK in it. */
export async function firebaseChunk(): Promise<string> {
  const manifest = await readFile(path.join(ROOT, 'dist/client/.vite/manifest.json'), 'utf8');
  const chunks = JSON.parse(manifest) as Record<string, { file: string }>;
  return `/${chunks['src/features/identity/adapters/firebase.ts']?.file}`;
}

/** An e-mail that the emulator would have sent. */
export interface EmulatorEmail {
  email: string;
  requestType: string;
  oobLink: string;
}

/** Lists the emulator's e-mails so far. */
export async function listEmails(): Promise<EmulatorEmail[]> {
  const response = await fetch(`http://${emulatorHost()}/emulator/v1/projects/${PROJECT}/oobCodes`);
  return ((await response.json()) as { oobCodes: EmulatorEmail[] }).oobCodes;
}
