import type { FastifyInstance } from 'fastify';
import type { Database } from '#server/db/connect.ts';
import type { Jobs } from '#server/db/jobs.ts';
import type { BotCheck } from '#server/features/bot-check/service.ts';
import type { Mailer } from '#server/features/mail/service.ts';
import type { GoogleSettings } from '#server/features/identity/google/service.ts';
import type { BuiltinAuth } from '#server/features/identity/service.ts';
import type { IdentityProvider } from '#server/http/identity.ts';
import type { FirebaseWeb } from '#shared/contract/firebase.ts';

/** Where the built browser app, its prerendered pages and recorded narrations are. */
export interface Files {
  client: string;
  pages: string;
  media: string;
  /** Letters that nobody sends. */
  outbox: string;
}

/** Bounds that keep one caller, or too many, from taking the server down. */
export interface Bounds {
  /** Requests one address may send in a minute, all of the API together. */
  requestsPerMinute: number;
  /** Requests under way at once; more are answered 503. */
  underWay: number;
  /** Mean delay of the event loop in milliseconds above which new requests are answered 503. */
  eventLoopLagMs: number;
}

/** Everything the server needs from outside; tests hand over their own. */
export interface Dependencies {
  db: Database;
  identity: IdentityProvider;
  /** Sign-up and sign-in by e-mail and password; null where Firebase does it. */
  auth: BuiltinAuth | null;
  /** What browsers are told in firebase mode, and only then. */
  firebase?: FirebaseWeb | undefined;
  /** Sign-in with Google, when its keys are set. */
  google: GoogleSettings | undefined;
  /** Work that outlives a request. */
  jobs: Jobs;
  /** Where letters go. */
  mailer: Mailer;
  /** Tells people from programs before a form is taken. */
  botCheck: BotCheck;
  /** What else holds something of people, by name: it is told of an erasure. */
  outside: ReadonlyMap<string, OutsideService>;
  clock: () => Date;
  billing: 'sandbox' | 'stripe' | 'off';
  /** The address people use, without a trailing slash; unset on a machine of one's own. */
  publicUrl: string | undefined;
  /** `publicUrl`, or on a machine of one's own where the server listens: for links in letters. */
  address: string;
  /** Addresses or networks whose X-Forwarded-For is believed. */
  trustedProxies: string[];
  /** Keys the hashes of client addresses. */
  secret: string;
  files: Files;
  /** A pino level, or `silent`. */
  logLevel: string;
  /** Where log lines go; the standard output unless told. */
  logTo?: { write(line: string): void };
  bounds?: Partial<Bounds>;
}

/** What holds something of people outside the database: a service, or the folder of kept letters. */
export interface OutsideService {
  /** Has it forget a person; telling it twice is once. @throws {Error} to be tried again later. */
  erase(person: { userId: string; uid: string; email: string }): Promise<void>;
}

export type App = FastifyInstance;

declare module 'fastify' {
  interface FastifyInstance {
    dependencies: Dependencies;
    /** True once the server was asked to stop: requests under way finish, /ready refuses. */
    stopping: boolean;
  }
}
