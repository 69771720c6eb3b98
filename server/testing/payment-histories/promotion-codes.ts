import { createCoupon, createPromotionCode, deleteCoupon } from '../stripe-model/discounts.ts';
import { HISTORY_BEGIN_MS, DAY_MS } from './times.ts';
import type { World } from './world.ts';

export const TYPED_PROMOTION_CODES = [
  'FIFTH',
  'FREE',
  'YEARLESS',
  'EARLY',
  'FEW',
  'ENDED',
  'ALWAYS',
  'QUARTER',
  'GONE',
  'NONE',
] as const;

const formatHistoryDay = (days: number) => new Date(HISTORY_BEGIN_MS + days * DAY_MS).toISOString();

/** So many times at most a kind of call goes wrong; a request makes three of them at most. */
const MOST_TRIES = 24;

/** Asks the app as the operator, again while Stripe gives it no answer. */
async function askUntilAnswered<Reply extends { status: number }>(
  what: string,
  ask: () => Promise<Reply>,
): Promise<Reply> {
  for (let tries = 0; tries < MOST_TRIES; tries++) {
    const reply = await ask();
    if (reply.status < 300) return reply;
    if (reply.status < 500) throw new Error(`${what} is answered ${reply.status}`);
  }
  throw new Error(`${what} is never answered`);
}

/** The operator makes codes in the studio, and in Stripe's Dashboard such as the studio knows none of. */
export async function createPromotionCodesInStudioAndAtStripe(world: World): Promise<void> {
  const { account, site } = world;
  const admin = await site.createPerson({ state: 'admin' });
  const open = { plan: null, endsAt: null, maxUses: null };
  const codes = [
    { ...open, code: 'FIFTH', percentOff: 20 },
    { ...open, code: 'FREE', percentOff: 100, maxUses: 20 },
    { ...open, code: 'YEARLESS', amountOffMinor: 500, currency: 'EUR', plan: 'yearly' },
    { ...open, code: 'EARLY', percentOff: 50, endsAt: formatHistoryDay(60) },
    { ...open, code: 'FEW', percentOff: 40, maxUses: 2 },
    { ...open, code: 'ENDED', percentOff: 30 },
  ];
  for (const [index, code] of codes.entries()) {
    const id = `01900000-0000-7000-8000-00000000000${index}`;
    await askUntilAnswered('A promotion code', () =>
      admin.call('POST /api/admin/promotions', { body: { id, ...code } }),
    );
  }
  world.at(HISTORY_BEGIN_MS + 80 * DAY_MS, async () => {
    const later = await site.createPerson({ state: 'admin' });
    const list = () => later.call('GET /api/admin/promotions');
    const { promotions } = (await askUntilAnswered('The list of codes', list)).body;
    const id = promotions.find(({ code }) => code === 'ENDED')?.id ?? '';
    await askUntilAnswered('The end of a code', () =>
      later.call('POST /api/admin/promotions/:id/end', { params: { id } }),
    );
  });
  const make = (code: string, form: Record<string, string>) => {
    const { id } = createCoupon(account, form);
    createPromotionCode(account, { promotion: { type: 'coupon', coupon: id }, code });
    return id;
  };
  make('ALWAYS', { percent_off: '25', duration: 'forever' });
  make('QUARTER', { percent_off: '50', duration: 'repeating', duration_in_months: '3' });
  const gone = make('GONE', { percent_off: '10', duration: 'forever' });
  world.at(HISTORY_BEGIN_MS + 70 * DAY_MS, () => {
    const coupon = account.coupons.get(gone);
    if (coupon) deleteCoupon(account, coupon);
  });
}
