import { setTimeout as wait } from 'node:timers/promises';
import { getPercentile, readNumberOption, runBench, printLine } from './launch.ts';
import { createHttpClientWithCookies, signUpMember } from './listener.ts';
import { openPaymentSite, type PaymentSite, waitForAccess } from './payment-site.ts';

// From the payment to the open pass: by the webhook, and by the page after the payment where the webhook is lost. Then the
// server is killed (SIGKILL) between any two steps of a webhook: the same pass, and one receipt, come out each time.

const PEOPLE = readNumberOption('people', 10, 1);
/** Of each person. */
const PURCHASES = readNumberOption('purchases', 10, 1);
const PROMISED_MS = { webhook: 2000, page: 60_000 };
/** How many calls the reading of a customer makes. */
const CALLS = 5;

/** Buys, measures, and has everything given back, so that the next one can buy again. */
async function measure(shop: PaymentSite, isWebhookLost: boolean): Promise<number[]> {
  const clients = Array.from({ length: PEOPLE }, () =>
    createHttpClientWithCookies(shop.site.server),
  );
  for (const { call } of clients) await signUpMember(call);
  const times: number[] = [];
  const turns = Array.from({ length: PURCHASES }, () => clients).flat();
  for (const { call } of turns) {
    const pay = await shop.order(call, 'lifetime');
    shop.state.delivers = !isWebhookLost;
    const { payment_intent: payment } = await pay();
    const began = performance.now();
    // What the page after the payment does at once.
    if (isWebhookLost) await call('POST', '/api/passes/sync', {});
    await waitForAccess(call, true);
    times.push(performance.now() - began);
    shop.state.delivers = true;
    await shop.actions.refund(payment as string);
    await waitForAccess(call, false);
  }
  return times;
}

/** When a server is killed: once so many calls of the provider were made, or so many milliseconds after the event was sent. */
type Moment = { calls: number } | { ms: number };
const MOMENTS: Moment[] = [
  ...Array.from({ length: CALLS }, (_, index) => ({ calls: index + 1 })),
  ...[0, 1, 2, 3, 5, 8, 12, 17, 23, 30, 40, 60].map((ms) => ({ ms })),
];

/** Buys with a kill on the way. Resolves to what is stored in the end, without what differs each time. */
async function buyWithKill(shop: PaymentSite, moment: Moment | null): Promise<string> {
  const client = createHttpClientWithCookies({
    get base() {
      return shop.site.server.base;
    },
  });
  await signUpMember(client.call);
  const pay = await shop.order(client.call, 'yearly');
  let calls = 0;
  if (moment && 'calls' in moment)
    shop.stripe.state.onCall = () => {
      calls += 1;
      if (calls === moment.calls) shop.site.server.child.kill('SIGKILL');
    };
  await pay();
  if (moment && 'ms' in moment) await wait(moment.ms);
  if (moment && 'calls' in moment) await waitForCalls(() => calls >= moment.calls);
  shop.stripe.state.onCall = () => undefined;
  if (moment) await shop.restart();
  await shop.deliverAgain();
  await waitForAccess(client.call, true);
  const { pass } = (await client.call('GET', '/api/passes/mine')) as { pass: object };
  const kept = [
    'plan',
    'status',
    'renews',
    'isActive',
    'amountMinor',
    'paidMinor',
    'withdrawAmounts',
    'currency',
  ];
  return JSON.stringify(pass, kept);
}

async function waitForCalls(isDone: () => boolean): Promise<void> {
  const began = performance.now();
  while (!isDone() && performance.now() - began < 10_000) await wait(5);
}

await runBench(async (folder) => {
  const shop = await openPaymentSite(folder);
  let isKept = true;
  try {
    for (const how of ['webhook', 'page'] as const) {
      const times = await measure(shop, how === 'page');
      const p95 = getPercentile(times, 0.95);
      isKept &&= p95 < PROMISED_MS[how];
      printLine(
        `paid to access, by the ${how}: ${times.length} payments, median ${Math.round(getPercentile(times, 0.5))} ms, 95 of 100 under ${Math.round(p95)} ms, slowest ${Math.round(getPercentile(times, 1))} ms (promised ${PROMISED_MS[how]})`,
      );
    }
    const expected = await buyWithKill(shop, null);
    printLine(`without a kill: ${expected}`);
    for (const moment of MOMENTS.slice(0, readNumberOption('moments', MOMENTS.length, 1))) {
      const found = await buyWithKill(shop, moment);
      isKept &&= found === expected;
      const when =
        'ms' in moment
          ? `${moment.ms} ms after the event was sent`
          : `before call ${moment.calls} of the reading is answered`;
      printLine(`killed ${when}: ${found === expected ? 'the same' : found}`);
    }
  } finally {
    await shop.close();
  }
  return isKept;
});
