import { createCipher } from '#web/lib/vault/cipher.ts';
import { createDataKey, unwrapDataKeyByPin, wrapDataKeyByPin } from '#web/lib/vault/keys.ts';

// What the app lock costs: opening it by the PIN once a start, and reading what a start and a search read, sealed against
// plain (JSON alone). On this machine's processor; a phone's takes some three times as long.

const KILOBYTES = { 'a start (dashboard, plan, profile)': 40, 'all texts (a search)': 1_500 };
const ROUNDS = 20;

const median = (values: number[]) => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
const measure = (act: () => unknown) => {
  const begin = performance.now();
  act();
  return performance.now() - begin;
};

const key = createDataKey();
const record = await wrapDataKeyByPin(key, 'seat 12A');
const opening: number[] = [];
for (let round = 0; round < 5; round += 1) {
  const begin = performance.now();
  await unwrapDataKeyByPin(record, 'seat 12A');
  opening.push(performance.now() - begin);
}
process.stdout.write(`opening by the PIN: ${median(opening).toFixed(0)} ms\n`);

const cipher = createCipher(key);
for (const [what, kilobytes] of Object.entries(KILOBYTES)) {
  const text = JSON.stringify({ text: 'a sentence of a session. '.repeat(kilobytes * 41) });
  const plain = new TextEncoder().encode(text);
  const sealed = cipher.seal(plain);
  const rounds = Array.from({ length: ROUNDS }, () => [
    measure(() => JSON.parse(text)),
    measure(() => JSON.parse(new TextDecoder().decode(cipher.open(sealed)))),
    measure(() => cipher.seal(plain)),
  ]);
  const [read, open, seal] = [0, 1, 2].map((index) => median(rounds.map((one) => one[index] ?? 0)));
  process.stdout.write(
    `${what}, ${(plain.length / 1000).toFixed(0)} kB: read ${read?.toFixed(1)} ms plain, ${open?.toFixed(1)} ms sealed; kept ${seal?.toFixed(1)} ms\n`,
  );
}
