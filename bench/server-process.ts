import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

const BUILD = new URL('../scripts/build.mjs', import.meta.url).href;
const FLAGS = new URL('../scripts/server-flags.mjs', import.meta.url).href;
const { SERVER_FLAGS, SERVER_PROGRAM, SERVER_ENVIRONMENT } = (await import(FLAGS)) as {
  SERVER_FLAGS: string[];
  SERVER_PROGRAM: string;
  SERVER_ENVIRONMENT: Record<string, string>;
};
const { build } = (await import(BUILD)) as { build: (node: string) => Promise<boolean> };
const ROOT = path.join(import.meta.dirname, '..');

if (!(await build(process.execPath))) throw new Error('The app could not be built.');

export { SERVER_FLAGS };

export interface ServerProcess {
  child: ChildProcess;
  base: string;
  startMs: number;
}

/** Starts the server on a data folder; resolves once it is ready. */
export async function startServer(
  dataDir: string,
  settings: Record<string, string> = {},
): Promise<ServerProcess> {
  const began = performance.now();
  const child = spawn(process.execPath, [...SERVER_FLAGS, SERVER_PROGRAM], {
    cwd: ROOT,
    env: {
      ...SERVER_ENVIRONMENT,
      ...process.env,
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'silent',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const base = await new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (text) => {
      const address = /is ready on (\S+)/.exec(String(text))?.[1];
      if (address) resolve(address);
    });
    child.once('exit', (code) => reject(new Error(`the server ended with ${code}`)));
  });
  return { child, base, startMs: performance.now() - began };
}

/** Ends a server by a signal; resolves when it is gone. */
export async function stopServerBySignal(
  { child }: ServerProcess,
  signal: NodeJS.Signals,
): Promise<void> {
  const gone = new Promise<void>((resolve) => void child.once('exit', () => resolve()));
  child.kill(signal);
  await gone;
}

/** Kills the database engine of a data folder, whose process is `postmaster`'s. */
export async function killDatabaseEngine(dataDir: string): Promise<void> {
  const [pid] = (await readFile(path.join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n');
  process.kill(Number(pid), 'SIGKILL');
}
