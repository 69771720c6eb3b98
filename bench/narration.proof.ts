import { execFile } from 'node:child_process';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { solveBotCheckChallenge } from '#server/testing/bot-check.ts';
import { startFakeGenerationProviders } from '#server/testing/generation-providers.ts';
import type { BotCheckChallenge } from '#shared/contract/bot-check.ts';
import { printLine, readNumberOption, ROOT, runBench } from './launch.ts';
import { createHttpClientWithCookies } from './listener.ts';
import { stopServerBySignal, type ServerProcess, startServer } from './server-process.ts';

// npm run prove:narration [-- --kills 2 --at-once 8]
// From an empty data folder to the whole library, published and spoken in both languages, by the commands of docs/operate.md
// (`npm run admin -- grant`, `npm run narrate`), over real HTTP from a voice that answers at once and counts. The server is
// killed with SIGKILL on the way, each time in the middle of a recording: nothing is lost, and no sentence is asked for twice
// whose answer came.

const KILLS = readNumberOption('kills', 2, 1);
const AT_ONCE = readNumberOption('at-once', 8);
const ADMIN = 'you@envol.example';
const POLL_MS = 250;
const run = promisify(execFile);

async function waitUntil(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await delay(POLL_MS);
}

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

await runBench(async (folder) => {
  const providers = await startFakeGenerationProviders();
  const dataDir = path.join(folder, 'data');
  const settings = {
    SPEECH_URL: providers.url,
    SPEECH_MODEL: 'a-model',
    SPEECH_VOICE_EN: 'ada',
    SPEECH_VOICE_FR: 'zoe',
    SPEECH_PRICE: '15',
    SPEECH_AT_ONCE: String(AT_ONCE),
  };
  const command = async (script: string, ...words: string[]) => {
    const env = { ...process.env, ...settings, DATA_DIR: dataDir };
    const { stdout } = await run(process.execPath, [script, ...words], { cwd: ROOT, env });
    return stdout.trim();
  };
  let server: ServerProcess | undefined;
  try {
    server = await startServer(dataDir, settings);
    await signUp(server.base);
    await command('scripts/admin.ts', 'grant', ADMIN, 'admin', 'unconfirmed');
    const before = await command('scripts/narrate.ts');
    printLine(before.split('\n').find((line) => line.includes('recordings are missing')) ?? before);
    const began = performance.now();
    await command('scripts/narrate.ts', 'start', ADMIN);
    for (let kill = 1; kill <= KILLS; kill += 1) {
      const heard = providers.spoken.length;
      await waitUntil(() => providers.spoken.length >= heard + 20 * AT_ONCE);
      providers.hold();
      await waitUntil(() => providers.asked.length - providers.spoken.length === kill * AT_ONCE);
      await stopServerBySignal(server, 'SIGKILL');
      providers.drop();
      providers.letGo();
      printLine(`killed after ${providers.spoken.length} sentences`);
      server = await startServer(dataDir, settings);
    }
    await waitUntil(async () => !(await command('scripts/narrate.ts')).includes('running'));
    const after = (await command('scripts/narrate.ts')).split('\n');
    const different = new Set(providers.spoken).size;
    printLine(after.at(-1) ?? '');
    printLine(`${((performance.now() - began) / 1000).toFixed(0)} s, kills included`);
    printLine(`${providers.spoken.length} sentences paid, ${different} different`);
    const isWhole = after.some((line) => line.includes('can be heard in both languages'));
    const isDone = after.some((line) => /^done: (\d+) of \1 recordings.* 0 failed\.$/.test(line));
    return isWhole && isDone && providers.spoken.length === different;
  } finally {
    if (server) await stopServerBySignal(server, 'SIGTERM');
    await providers.close();
  }
});
