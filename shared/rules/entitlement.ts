/** A pass as it is stored, bought or granted. `endsAt` null: it never ends. */
export interface Pass {
  tier: 'premium' | 'lifetime';
  startsAt: Date;
  createdAt: Date;
  endsAt: Date | null;
  /** Absent of passes that were read because they are not revoked. */
  revokedAt?: Date | null;
}

/** A person's access at a moment; `endsAt` is null for no end and for no access. */
export interface Entitlement {
  hasActiveAccess: boolean;
  tier: 'free' | 'premium' | 'lifetime';
  endsAt: Date | null;
}

/**
 * Returns the start of a pass in epoch milliseconds; -Infinity for a pass that began when it was made, so that a clock
 * that was ahead then does not hide what was just bought.
 */
function getStartMs({ startsAt, createdAt }: Pass): number {
  return startsAt <= createdAt ? -Infinity : startsAt.getTime();
}

/** Returns the end of a pass in epoch milliseconds: its end or its revocation, whichever is first. */
function getEndMs(pass: Pass): number {
  return Math.min(pass.endsAt?.getTime() ?? Infinity, pass.revokedAt?.getTime() ?? Infinity);
}

/**
 * Computes the entitlement at `now` from stored passes (specification, section 2). A pass is active from its start
 * (included) to its end or revocation (excluded). Lifetime outranks premium. `endsAt` is the end of unbroken access,
 * renewals that follow without a gap included; null without an end, and without access.
 */
export function computeEntitlement(passes: readonly Pass[], now: Date): Entitlement {
  const at = now.getTime();
  const active = passes.filter((pass) => getStartMs(pass) <= at && at < getEndMs(pass));
  if (active.length === 0) return { hasActiveAccess: false, tier: 'free', endsAt: null };
  let end = Math.max(...active.map(getEndMs));
  const later = passes
    .filter((pass) => getStartMs(pass) > at && getEndMs(pass) > getStartMs(pass))
    .toSorted((a, b) => getStartMs(a) - getStartMs(b));
  for (const pass of later) if (getStartMs(pass) <= end) end = Math.max(end, getEndMs(pass));
  return {
    hasActiveAccess: true,
    tier: active.some((pass) => pass.tier === 'lifetime') ? 'lifetime' : 'premium',
    endsAt: end === Infinity ? null : new Date(end),
  };
}
