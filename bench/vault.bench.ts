import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createCipher } from '#web/lib/vault/cipher.ts';
import { createDataKey, unwrapDataKeyByPin, wrapDataKeyByPin } from '#web/lib/vault/keys.ts';
import { decryptStored, encryptIfLockOn, openVault } from '#web/lib/vault/vault.ts';
import { getMedian, readNumberOption, ROOT, runBench, printLine } from './launch.ts';

// npm run bench -- vault.bench.ts [--rounds 9]
// What the app lock costs a start: deriving the key from the PIN, and decrypting what the first page shows, and all that a
// device keeps. Without the lock a start does none of it.

const ROUNDS = readNumberOption('rounds', 9, 1);
const PIN = '481516';
/** What the replies of a start weigh, in bytes of JSON: identity, profile, pass, dashboard, flights. */
const START_BYTES = 40_000;
/** The longest wait for what is decrypted before the first page shows, on this machine, in milliseconds. */
const MAX_START_MS = 50;

async function measure(work: () => unknown): Promise<number> {
  const times = [];
  for (let round = 0; round < ROUNDS; round++) {
    const began = performance.now();
    await work();
    times.push(performance.now() - began);
  }
  return getMedian(times);
}

await runBench(async () => {
  const texts = globSync('content/sessions/*/en.txt', { cwd: ROOT }).map((file) =>
    readFileSync(path.join(ROOT, file), 'utf8'),
  );
  const all = texts.join('\n');
  const key = createDataKey();
  const wrapped = await wrapDataKeyByPin(key, PIN);
  const pinMs = await measure(async () => {
    if ((await unwrapDataKeyByPin(wrapped, PIN)) === null) throw new Error('The PIN opens nothing');
  });
  openVault(createCipher(key));
  const start = encryptIfLockOn(all.slice(0, START_BYTES));
  const kept = texts.map(encryptIfLockOn);
  const startMs = await measure(() => decryptStored(start));
  const allMs = await measure(() => kept.map(decryptStored));
  const sealMs = await measure(() => texts.map(encryptIfLockOn));
  printLine(
    `opening the lock by its PIN ${pinMs.toFixed(0)} ms, once for each page that is opened`,
  );
  printLine(`decrypting ${START_BYTES / 1000} kB, what a start shows ${startMs.toFixed(1)} ms`);
  printLine(
    `decrypting ${(all.length / 1e6).toFixed(1)} MB in ${texts.length} parts ${allMs.toFixed(0)} ms, encrypting them ${sealMs.toFixed(0)} ms`,
  );
  return startMs <= MAX_START_MS;
});
