import type { FastifyInstance } from 'fastify';
import type { Database } from '#server/db/connect.ts';
import type { Jobs } from '#server/db/jobs.ts';
import type { DatabaseMonitor } from '#server/db/monitor.ts';
import type { BillingProvider } from '#server/features/billing/service.ts';
import type { BotCheck } from '#server/features/bot-check/service.ts';
import type { Published } from '#server/features/contents/published/engine.ts';
import type { MediaStore } from '#server/features/media/service.ts';
import type { Prices } from '#server/features/generation/policy.ts';
import type { Speaker } from '#server/features/generation/speaker/service.ts';
import type { Writer } from '#server/features/generation/writer/service.ts';
import type { Mailer } from '#server/features/mail/service.ts';
import type { GoogleSettings } from '#server/features/identity/google/service.ts';
import type { BuiltinAuth } from '#server/features/identity/service.ts';
import type { FindPlace } from '#server/features/region/service.ts';
import type { ConfiguredScript } from '#server/features/scripts/policy.ts';
import type { Tracker } from '#server/features/tracking/service.ts';
import type { PushService } from '#server/features/reminders/service.ts';
import type { IdentityProvider } from '#server/http/identity.ts';
import type { Log } from '#server/log.ts';
import type { Sandbox } from '#server/testing/stripe/sandbox.ts';
import type { FirebaseWeb } from '#shared/contract/firebase.ts';
import type { Operator } from '#shared/rules/operator.ts';
import type { SignUpMode } from '#shared/rules/sign-up.ts';

/** Where the built browser app and its prerendered pages are. */
export interface FileLocations {
  client: string;
  pages: string;
  /** The module that renders pages of the app (src/render-page.tsx, built). */
  renderer: string;
  /** Folder (DATA_DIR/outbox) where e-mails are stored when no SMTP server is set. */
  mailFolder: string;
}

/** Limits that keep one client, or too much load, from taking the server down. */
export interface LoadLimits {
  /** API requests per client address and minute. */
  requestsPerMinute: number;
  /** Concurrent requests; beyond it new ones are answered 503. */
  concurrentRequests: number;
  /** Mean delay of the event loop in milliseconds above which a quarter of the concurrent requests is the most. */
  eventLoopLagMs: number;
}

/** Everything the server needs from outside; tests hand over their own. */
export interface Dependencies {
  db: Database;
  /** What is published, in memory. */
  published: Published;
  identity: IdentityProvider;
  /** The built-in authentication (better-auth); null where Firebase signs people in. */
  auth: BuiltinAuth | null;
  /** Public Firebase configuration for browsers; set only in firebase mode. */
  firebase?: FirebaseWeb | undefined;
  /** Sign-in with Google, when its keys are set. */
  google: GoogleSettings | undefined;
  /** Background job queue. */
  jobs: Jobs;
  /** Sends e-mails, or stores them where no SMTP server is set. */
  mailer: Mailer;
  /** Sends reminders to browsers. */
  push: PushService;
  /** Where messages to the operator are sent; null keeps them in the database alone. */
  operatorEmail: string | null;
  /** Tells people from programs before a form is taken. */
  botCheck: BotCheck;
  /** External stores of personal data by name; each is told of an erasure. */
  externalServices: ReadonlyMap<string, ExternalService>;
  /** Sends what people do to Customer.io; null where no key is set, and then nothing of it is kept. */
  tracker: Tracker | null;
  /** Scripts of third parties that run with consent to their category; none unless configured. */
  thirdPartyScripts: readonly ConfiguredScript[];
  /** Who runs the server, for the legal texts. */
  operator: Operator;
  clock: () => Date;
  findPlace: FindPlace;
  /** How many days a decision about cookies holds in the EU and the UK. */
  europeanConsentDays: number;
  /** Who may create an account. */
  signUp: SignUpMode;
  billing: 'sandbox' | 'stripe' | 'off';
  /** Takes payments; null where none are taken. */
  payments: BillingProvider | null;
  /** The stand-in for Stripe of the test mode; null where payments are real or off. */
  sandbox: Sandbox | null;
  /** Public URL without a trailing slash; unset for local use. */
  publicUrl: string | undefined;
  /** `publicUrl`, or the local address the server listens on; used for links in e-mails. */
  baseUrl: string;
  /** Addresses or networks whose X-Forwarded-For is believed. */
  trustedProxies: string[];
  /** Keys the hashes of client addresses. */
  secret: string;
  files: FileLocations;
  /** Recorded narrations and portraits. */
  media: MediaStore;
  /** Who writes drafts and speaks scripts; null where nobody is set up. */
  generation: { writer: Writer | null; speaker: Speaker | null; prices: Prices };
  log: Log;
  /** Watches whether the database serves. */
  monitor: DatabaseMonitor;
  loadLimits?: Partial<LoadLimits>;
}

/** A store of personal data outside the database: an external service, or the folder of stored e-mails. */
export interface ExternalService {
  /**
   * Erases a person's data; idempotent.
   * @throws {Error} to be retried later.
   */
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
