import type { FastifyRequest } from 'fastify';
import type { OwnRows } from '#server/db/own-rows.ts';
import type { Language, Tier } from '#shared/contract/fields.ts';

/** The identity of a verified sign-in session. Keyed by provider and uid, never by e-mail. */
export interface Identity {
  provider: 'builtin' | 'firebase';
  uid: string;
  email: string;
  /** What the provider calls the person, where it knows. */
  name?: string;
}

/** The profile of the person calling, with their access computed at the time of the request. */
export interface Caller {
  id: string;
  role: 'member' | 'admin';
  name: string;
  email: string;
  preferredLanguage: Language;
  timeZone: string | null;
  onboardingComplete: boolean;
  hasActiveAccess: boolean;
  tier: Tier;
  accessEndsAt: Date | null;
}

/** The authenticated caller of a request: an identity, and its profile once created. */
export interface Principal {
  identity: Identity;
  user: Caller | null;
  /** The own rows that were asked for with the identity; undefined where none were. */
  own?: unknown;
}

/** Rows of the caller that are read in the statement that tells who is calling, with the values of its placeholders. */
export interface AskedOwnRows {
  rows: OwnRows<unknown>;
  values: Record<string, unknown>;
}

/** Identifies callers. Headers such as x-firebase-uid are never used for it. */
export interface IdentityProvider {
  provider: Identity['provider'];
  /** Verifies the sign-in session; null when there is none, or when it ended. Brings the rows that are asked for. */
  identify(request: FastifyRequest, asked?: AskedOwnRows | null): Promise<Principal | null>;
  /** Whether whoever calls signed in within the last FRESH_SIGN_IN_MINUTES. */
  isFresh(request: FastifyRequest): Promise<boolean>;
  /** Whether the request carries a sign-in cookie, valid or not; costs no query. */
  mayBeSignedIn(request: FastifyRequest): boolean;
}
