import { getPercentile, readNumberOption, runBench, printLine } from './launch.ts';
import { createHttpClientWithCookies, signUpMember } from './listener.ts';
import { openPaymentSite, type PaymentSite, waitForAccess } from './payment-site.ts';

// npm run bench -- payments.bench.ts [--people 10] [--purchases 10]
// From the payment to the open pass: by the webhook, and by the page after the payment where the webhook is lost.

const PEOPLE = readNumberOption('people', 10, 1);
/** Of each person. */
const PURCHASES = readNumberOption('purchases', 10, 1);
const PROMISED_MS = { webhook: 2000, page: 60_000 };

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
  } finally {
    await shop.close();
  }
  return isKept;
});
