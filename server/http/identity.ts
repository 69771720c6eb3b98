import type { FastifyRequest } from 'fastify';
import type { Database } from '#server/db/connect.ts';
import type { OwnDataQuery, PlaceholderValues, UndecodedOwnData } from '#server/db/own-data.ts';
import type { Language, Tier } from '#shared/contract/fields.ts';
import type { Role } from '#shared/rules/roles.ts';

/** The identity of a verified sign-in session. Keyed by provider and uid, never by e-mail. */
export interface Identity {
  provider: 'builtin' | 'firebase';
  uid: string;
  email: string;
  /** Whether its owner confirmed the address; where Firebase signs people in, whether its token says so. */
  emailConfirmed: boolean;
  name?: string;
  /** When the person signed in, if the session says so: Firebase's tokens do. */
  signedInAt?: Date;
  /** When the session ends unless it is prolonged, for sessions that this server keeps. */
  expiresAt?: Date;
}

/** The caller's profile, with their access computed at the time of the request. */
export interface CallerProfile {
  id: string;
  role: Role;
  name: string;
  email: string;
  preferredLanguage: Language;
  timeZone: string | null;
  onboardingComplete: boolean;
  /** By an active pass or a role at the studio. */
  hasActiveAccess: boolean;
  tier: Tier;
}

/** The authenticated caller of a request: an identity, and its profile once created. */
export interface Principal {
  identity: Identity;
  user: CallerProfile | null;
  /** The own rows that were asked for; undefined when none were. */
  own?: UndecodedOwnData | undefined;
}

/** Rows of the caller to read in the statement that identifies them, with the values of its placeholders. */
export interface OwnDataRequest {
  rows: OwnDataQuery<unknown>;
  values: PlaceholderValues;
}

/** The address of a profile, whose it is, and what its provider has confirmed of it. */
export interface ProfileEmailWithOwner {
  provider: string;
  subject: string;
  email: string;
  confirmedEmail: string | null;
}

/** Identifies callers by their sign-in session, never by headers such as x-firebase-uid. */
export interface IdentityProvider {
  provider: Identity['provider'];
  /**
   * Verifies the sign-in session and returns its principal, with the rows `asked` for; null when there is no valid
   * session.
   */
  identify(request: FastifyRequest, asked?: OwnDataRequest | null): Promise<Principal | null>;
  /** Whether the owner of a profile's address confirmed it; reads in the caller's transaction. */
  isEmailConfirmed(db: Database, profile: ProfileEmailWithOwner): Promise<boolean>;
  /** Whether the caller signed in within the last FRESH_SIGN_IN_MINUTES. */
  isFresh(request: FastifyRequest): Promise<boolean>;
  /** Whether the second factor that the studio asks for was given for this sign-in, or none is needed. */
  isStudioOpen(request: FastifyRequest, identity: Identity): Promise<boolean>;
  /** Whether the request carries a sign-in cookie, valid or not; costs no query. */
  mayBeSignedIn(request: FastifyRequest): boolean;
  /**
   * Returns the token of the sign-in session that a request carries, if this server signed it; the session may have
   * ended. Null for providers whose sign-in costs more to verify. Costs no query.
   */
  readSignedToken(request: FastifyRequest): string | null;
}
