import { addMonthsToAnchorSeconds } from '../stripe-model/periods.ts';
import type { Actor } from './actor.ts';
import { type Gift, isGiftPaid } from './gifts.ts';
import { computeTruth } from './oracle.ts';
import { MAX_SYNC_DELAY_MS } from './readiness.ts';
import type { World } from './world.ts';

// A redeemed gift begins "from then on, or when the present one ends" (rule 9): earlier where that is taken back, later where it goes
// on after all, and never beside it.

type Redeemed = NonNullable<Gift['redeemed']>;

const getGiftMonths = ({ plan }: Gift): number => (plan === 'yearly' ? 12 : 1);

/** The gifts that a person has redeemed and that count, the first to begin first. */
const listRedeemed = (world: World, { redeemed }: Actor): { gift: Gift; time: Redeemed }[] =>
  redeemed
    .filter((gift) => isGiftPaid(world, gift) && !gift.isWithdrawn)
    .flatMap((gift) => (gift.redeemed ? [{ gift, time: gift.redeemed }] : []))
    .toSorted((a, b) => a.time.start - b.time.start);

function setRedeemedStart({ gift, time }: { gift: Gift; time: Redeemed }, at: number): void {
  time.start = at;
  if (time.end !== null) time.end = addMonthsToAnchorSeconds(at, getGiftMonths(gift));
}

/** Has the gifts wait that have not begun, until what a person has now ends if nothing changes; after one for good, as they did. */
export function moveWaitingGifts(world: World, actor: Actor): void {
  const { account } = world;
  const now = account.now();
  const waiting = listRedeemed(world, actor).filter(({ time }) => time.start > now);
  if (waiting.length === 0) return;
  const begun = actor.redeemed.filter((gift) => !waiting.some((one) => one.gift === gift));
  const { hasAccess, endsAt } = computeTruth(account, { ...actor, redeemed: begun });
  // What was before went back: they begin once the app has word of it.
  if (!hasAccess || endsAt === null) return;
  let free: number | null = endsAt;
  for (const one of waiting) {
    if (free === null) return;
    setRedeemedStart(one, free);
    free = one.time.end;
  }
}

/**
 * Has a redeemed gift begin that waits, once nothing is before it, or nothing was when it began: that is when the app has word of
 * it, which says when, by the end of the access (seconds).
 */
export function beginWaitingGift(world: World, actor: Actor, endsAt: number | null): void {
  moveWaitingGifts(world, actor);
  const now = world.account.now();
  const all = listRedeemed(world, actor);
  const changedAt = Math.floor(actor.lastChange / 1000);
  const [next, ...after] = all.filter(({ time }) => time.start > now);
  if (next && !computeTruth(world.account, actor).hasAccess) {
    const told = tellBegin([next, ...after], endsAt);
    setRedeemedStart(
      next,
      told !== null && told >= changedAt && told <= now + 1 ? told : changedAt,
    );
    return moveWaitingGifts(world, actor);
  }
  // What was before ended early, and the app had word of that a little later.
  const present = all.findLast(({ time }) => time.start <= now);
  const told = present && tellBegin([present, ...all.slice(all.indexOf(present) + 1)], endsAt);
  if (!present || typeof told !== 'number') return;
  const late = told - present.time.start;
  if (late <= 2 || late > MAX_SYNC_DELAY_MS / 1000 || told > now) return;
  setRedeemedStart(present, told);
  moveWaitingGifts(world, actor);
}

/** When the first of gifts that follow each other must have begun for the access to end at an instant (seconds). */
function tellBegin(chain: readonly { gift: Gift }[], endsAt: number | null): number | null {
  if (endsAt === null) return null;
  return chain
    .toReversed()
    .reduce((at, { gift }) => addMonthsToAnchorSeconds(at, -getGiftMonths(gift)), endsAt);
}
