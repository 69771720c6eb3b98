const DAY_MS = 86_400_000;
const RETRIES = [3, 5, 7].map((days) => days * DAY_MS);
const GRACE_MS = 7 * DAY_MS;

/** A purchase, as the oracle remembers it. */
interface Bought {
  kind: 'subscription' | 'lifetime';
  id: string;
  months: number;
  /** The day from which periods are counted. */
  anchor: number;
  periods: number;
  start: number;
  end: number;
  isPaid: boolean;
  retries: number;
  renews: boolean;
  endedAt: number | null;
  isGivenBack: boolean;
  /** When the month ended that it was before it became a year; null for none. */
  monthEnd: number | null;
}

/** Adds months to an instant (milliseconds): the same day, or the last one of a shorter month. */
function addMonths(at: number, months: number): number {
  const day = new Date(at);
  const target = new Date(at);
  target.setUTCMonth(day.getUTCMonth() + months);
  // Beyond the end of the month: back to its last day.
  if (target.getUTCDate() !== day.getUTCDate()) target.setUTCDate(0);
  return target.getTime();
}

/**
 * Computes access from what a customer did, not from what the provider reports: the independent side of the test with
 * random histories.
 */
export class AccessOracle {
  readonly #bought: Bought[] = [];
  #isCardGood = true;

  buy(plan: 'monthly' | 'yearly' | 'lifetime', now: Date, id: string): void {
    const at = now.getTime();
    const months = { monthly: 1, yearly: 12, lifetime: 0 }[plan];
    // A new checkout is paid with a good card, which renews what it bought.
    this.#isCardGood = plan === 'lifetime' ? this.#isCardGood : true;
    this.#bought.push({
      kind: months > 0 ? 'subscription' : 'lifetime',
      id,
      months,
      anchor: at,
      periods: 1,
      start: at,
      end: months > 0 ? addMonths(at, months) : Infinity,
      isPaid: true,
      retries: 0,
      renews: months > 0,
      endedAt: null,
      isGivenBack: false,
      monthEnd: null,
    });
  }

  /** Applies what happens by itself until `now`: renewals, retries and ends. */
  advance(now: Date): void {
    for (const one of this.#bought) if (one.kind === 'subscription') this.#run(one, now.getTime());
  }

  #run(one: Bought, now: number): void {
    for (;;) {
      if (one.endedAt !== null) return;
      const retryAt = one.isPaid ? Infinity : one.start + (RETRIES[one.retries] ?? Infinity);
      const next = Math.min(retryAt, one.end);
      if (next > now) return;
      if (next === retryAt) this.#retry(one, retryAt);
      else if (one.renews) this.#renew(one);
      else one.endedAt = one.end;
    }
  }

  #renew(one: Bought): void {
    one.periods += 1;
    one.start = one.end;
    one.end = addMonths(one.anchor, one.months * one.periods);
    one.isPaid = this.#isCardGood;
    one.retries = 0;
    if (one.isPaid) one.isGivenBack = false;
  }

  #retry(one: Bought, at: number): void {
    one.retries += 1;
    if (this.#isCardGood) {
      one.isPaid = true;
      one.isGivenBack = false;
    } else if (one.retries === RETRIES.length) one.endedAt = at;
  }

  changeCard(isGood: boolean): void {
    const alive = this.#bought.filter(
      ({ kind, endedAt }) => kind !== 'lifetime' && endedAt === null,
    );
    if (alive.length > 0) this.#isCardGood = isGood;
    // A person is there, so that what is open is paid with either card.
    for (const one of alive)
      if (!one.isPaid) {
        one.isPaid = true;
        one.isGivenBack = false;
      }
  }

  canUpgrade({ kind, months, isPaid, renews }: Bought): boolean {
    return kind === 'subscription' && months === 1 && isPaid && renews && this.#isCardGood;
  }

  upgrade(one: Bought, now: Date): void {
    const at = now.getTime();
    one.monthEnd = one.isGivenBack ? null : one.end;
    Object.assign(one, { months: 12, anchor: at, periods: 1, start: at, end: addMonths(at, 12) });
    one.isGivenBack = false;
  }

  #isOpen(one: Bought, at: number): boolean {
    // The month that was paid comes back with a year that goes back (decision 133).
    if (one.isGivenBack) return at < (one.monthEnd ?? -Infinity);
    if (one.kind === 'lifetime') return true;
    const end = one.isPaid ? one.end : one.start + GRACE_MS;
    return at < Math.min(end, one.endedAt ?? Infinity);
  }

  /** Returns the latest purchase that is not over. */
  findCurrent(now: Date): Bought | undefined {
    return this.#bought.findLast(
      (one) =>
        one.endedAt === null && (one.kind === 'subscription' || this.#isOpen(one, now.getTime())),
    );
  }

  /** Returns whether something prevents another purchase. */
  ownsAnything(now: Date): boolean {
    return this.findCurrent(now) !== undefined;
  }

  computeAccess(now: Date) {
    const open = this.#bought.filter((one) => this.#isOpen(one, now.getTime()));
    const hasLifetime = open.some(({ kind }) => kind === 'lifetime');
    const tier = hasLifetime ? 'lifetime' : open.length > 0 ? 'premium' : 'free';
    return { hasActiveAccess: open.length > 0, tier };
  }
}
