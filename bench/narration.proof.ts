import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { solveBotCheckChallenge } from '#server/testing/bot-check.ts';
import { startFakeGenerationProviders } from '#server/testing/generation-providers.ts';
import {
  isCommandOfTheSystem,
  OPERATE_COMMANDS,
  OPERATE_HOME,
  OPERATE_SETTINGS,
} from '#server/testing/operate-page.ts';
import type { BotCheckChallenge } from '#shared/contract/bot-check.ts';
import { printLine, readNumberOption, ROOT, runBench } from './launch.ts';
import { createHttpClientWithCookies } from './listener.ts';

// npm run prove:narration [-- --kills 2 --at-once 8 --seconds-a-sentence 1.5 --ceiling 20000]
// From a bare clone of what is committed here to the whole library, published and spoken in both languages, by the commands
// of docs/operate.md from top to bottom (clone, install, build, start, `npm run admin -- grant`, `npm run narrate`), but for
// those of the system itself, over real HTTP from a voice that counts. It answers at once, or takes so many seconds for each
// sentence and then sends as much sound as a real one. The service is killed with SIGKILL on the way, each time in the
// middle of a recording: nothing is lost, and no sentence is asked for twice whose answer came. `--ceiling` ends it after so
// many characters, for a trial. npm fetches what the lockfile names.

const KILLS = readNumberOption('kills', 2, 1);
const AT_ONCE = readNumberOption('at-once', 8);
const SECONDS_A_SENTENCE = readNumberOption('seconds-a-sentence', 0);
const CEILING = readNumberOption('ceiling', Infinity, 20_000);
const ADMIN = 'you@envol.example';
/** The last two commands of the page that are followed. */
const LOOK = 'npm run narrate';
const START = `${LOOK} -- start ${ADMIN}`;
const PORT = '39135';
const POLL_MS = 250;
/** Between two looks at how far the run is, each of which is a process of its own. */
const LOOK_MS = SECONDS_A_SENTENCE > 0 ? 60_000 : POLL_MS;
const run = promisify(execFile);

async function waitUntil(isSo: () => boolean | Promise<boolean>, pollMs = POLL_MS): Promise<void> {
  while (!(await isSo())) await delay(pollMs);
}

const now = () => performance.now() / 1000;

async function signUp(base: string): Promise<void> {
  const { call } = createHttpClientWithCookies({ base });
  const given = await call('GET', '/api/bot-check/challenge?action=sign_up');
  const { challenge } = given as { challenge: BotCheckChallenge };
  const botToken = await solveBotCheckChallenge(challenge);
  const own = { email: ADMIN, password: 'a long walk along the runway' };
  await call('POST', '/api/auth/sign-up', { ...own, language: 'en', botToken });
  const { uid } = (await call('POST', '/api/auth/sign-in', own)) as { uid: string };
  const person = { firebaseUid: uid, name: 'Ada', email: ADMIN, signUpMethod: 'email' };
  const choices = { onboardingComplete: false, preferredLanguage: 'en' };
  await call('POST', '/api/users', { ...person, ...choices });
}

/** A machine as the page describes it, whose /srv/envol is a folder. */
function createMachine(home: string, voice: Record<string, string>) {
  const app = path.join(home, 'app');
  const toHome = (text: string) => text.replaceAll(OPERATE_HOME, home);
  // There is no HTTPS here, and the page's passphrase is refused.
  const { PUBLIC_URL: _, ...settings } = OPERATE_SETTINGS;
  const environment: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    // npm's, where a mirror's certificate is signed by an authority of one's own.
    NODE_EXTRA_CA_CERTS: process.env.NODE_EXTRA_CA_CERTS,
    ENVOL_REPOSITORY: ROOT,
    ...Object.fromEntries(Object.entries(settings).map(([name, value]) => [name, toHome(value)])),
    BACKUP_PASSPHRASE: 'seven quiet herons over the marsh',
    PORT,
    LOG_LEVEL: 'silent',
    ...voice,
  };
  let service: ReturnType<typeof spawn> | undefined;

  async function bash(command: string): Promise<string> {
    const cwd = command.startsWith('npm ') ? app : home;
    const words = ['--norc', '-euc', command];
    const { stdout } = await run('bash', words, { cwd, env: environment, maxBuffer: 1e8 });
    return stdout;
  }
  /** The two commands of the service. */
  async function start(): Promise<void> {
    await run('node', ['scripts/up.mjs', 'build'], { cwd: app, env: environment });
    const child = spawn('node', ['scripts/up.mjs', 'start'], {
      cwd: app,
      env: environment,
      detached: true,
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    service = child;
    const isReady = () =>
      fetch(`http://127.0.0.1:${PORT}/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    await waitUntil(async () => {
      if (child.exitCode !== null) throw new Error(`the service ended with ${child.exitCode}`);
      return isReady();
    });
  }
  /** As systemd does, with every process of the service. */
  async function stop(signal: NodeJS.Signals): Promise<void> {
    if (service?.pid === undefined || service.exitCode !== null) return;
    const gone = once(service, 'exit');
    process.kill(-service.pid, signal);
    await gone;
  }
  /** Runs a command of the page; resolves to its output. */
  async function follow(command: string): Promise<string> {
    const own = toHome(command)
      .replace(/^sudo (?:-u envol )?/, '')
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${PORT}`)
      // Here the e-mail that confirms the address stays unread.
      .replace(new RegExp(`grant ${ADMIN}$`), '$& unconfirmed');
    if (isCommandOfTheSystem(own)) return '';
    const began = now();
    if (own.startsWith('npm run admin -- grant')) await signUp(`http://127.0.0.1:${PORT}`);
    const said =
      own === 'systemctl enable --now envol' ? await start().then(() => '') : await bash(own);
    if (!command.startsWith(LOOK)) printLine(`${command} (${(now() - began).toFixed(0)} s)`);
    return said;
  }
  return { follow, start, stop };
}
type Machine = ReturnType<typeof createMachine>;

async function speakLibrary(
  { follow, start, stop }: Machine,
  providers: Awaited<ReturnType<typeof startFakeGenerationProviders>>,
): Promise<boolean> {
  const began = now();
  const limit = CEILING < Infinity ? [`--ceiling=${CEILING}`] : [];
  await follow([START, ...limit].join(' '));
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const heard = providers.spoken.length;
    await waitUntil(() => providers.spoken.length >= heard + 20 * AT_ONCE);
    providers.hold();
    await waitUntil(() => providers.asked.length - providers.spoken.length === kill * AT_ONCE);
    await stop('SIGKILL');
    providers.drop();
    providers.letGo();
    printLine(`killed after ${providers.spoken.length} sentences`);
    await start();
  }
  let look = '';
  await waitUntil(async () => {
    look = await follow(LOOK);
    const state = /^(?:running|paused|done).*/m.exec(look)?.[0] ?? '';
    printLine(`${(now() - began).toFixed(0)} s: ${state}`);
    return !/^running/m.test(look);
  }, LOOK_MS);
  const seconds = now() - began;
  const different = new Set(providers.spoken).size;
  printLine(`${seconds.toFixed(0)} s, kills included`);
  printLine(`${providers.spoken.length} sentences paid, ${different} different`);
  const isWhole = look.includes('can be heard in both languages');
  const isDone = /^done: (\d+) of \1 recordings.* 0 failed\.$/m.test(look);
  const isAsAsked = CEILING < Infinity ? look.includes('paused (ceiling)') : isWhole && isDone;
  return isAsAsked && providers.spoken.length === different;
}

await runBench(async (folder) => {
  const providers = await startFakeGenerationProviders({ secondsASentence: SECONDS_A_SENTENCE });
  const machine = createMachine(folder, {
    SPEECH_URL: providers.url,
    SPEECH_MODEL: 'a-model',
    SPEECH_VOICE_EN: 'ada',
    SPEECH_VOICE_FR: 'zoe',
    SPEECH_PRICE: '15',
    SPEECH_AT_ONCE: String(AT_ONCE),
  });
  try {
    let before = '';
    for (const command of OPERATE_COMMANDS.slice(0, OPERATE_COMMANDS.indexOf(START)))
      before = await machine.follow(command);
    printLine(before.split('\n').find((line) => line.includes('recordings are missing')) ?? before);
    return await speakLibrary(machine, providers);
  } finally {
    await machine.stop('SIGTERM');
    await providers.close();
  }
});
