import type { FastifyInstance } from 'fastify';
import type { Database } from '#server/db/connect.ts';
import type { JobQueue } from '#server/db/jobs.ts';
import type { DatabaseMonitor } from '#server/db/monitor.ts';
import type { AccessGrantSigner } from '#server/features/billing/access-grant/service.ts';
import type { BillingProvider } from '#server/features/billing/service.ts';
import type { BotCheck } from '#server/features/bot-check/service.ts';
import type { LibraryCache } from '#server/features/contents/published/engine.ts';
import type { MediaStore } from '#server/features/media/service.ts';
import type { ProviderPrices } from '#server/features/generation/policy.ts';
import type { SpeechSynthesiser } from '#server/features/generation/speaker/service.ts';
import type { DraftWriter } from '#server/features/generation/writer/service.ts';
import type { Mailer } from '#server/features/mail/service.ts';
import type { GoogleSettings } from '#server/features/identity/google/service.ts';
import type { BuiltinAuth } from '#server/features/identity/service.ts';
import type { LocationFinder } from '#server/features/region/service.ts';
import type { ConfiguredThirdPartyScript } from '#server/features/scripts/policy.ts';
import type { Tracker } from '#server/features/tracking/service.ts';
import type { WebhookSender } from '#server/features/webhooks/service.ts';
import type { PushService } from '#server/features/reminders/service.ts';
import type { IdentityProvider } from '#server/http/identity.ts';
import type { Log } from '#server/log.ts';
import type { PaymentSandbox } from '#server/features/billing/sandbox/service.ts';
import type { FirebaseWebConfig } from '#shared/contract/firebase.ts';
import type { Operator } from '#shared/rules/operator.ts';
import type { DeploymentSafetyCheck } from '#shared/rules/deployment-safety-checks.ts';
import type { SignUpMode } from '#shared/rules/sign-up.ts';

export interface FileLocations {
  client: string;
  pages: string;
  /** The module that renders pages of the app (src/render-page.tsx, built). */
  renderer: string;
  /** Folder (DATA_DIR/outbox) where e-mails are stored when no SMTP server is set. */
  mailFolder: string;
}

/** Limits that protect the server from single clients and from overload. */
export interface LoadLimits {
  /** API requests a minute from one client address: of all who are signed out there, and of all who are signed in. */
  requestsPerAddress: number;
  /** API requests a minute of one sign-in session at one client address. */
  requestsPerSession: number;
  concurrentRequests: number;
  /** The same while the event loop is busy without a pause. */
  concurrentWhileBusy: number;
}

/** Everything the server needs from outside; tests provide their own. */
export interface Dependencies {
  db: Database;
  /** For exports: their transactions last as long as a person reads. */
  exportDb: Database;
  published: LibraryCache;
  identity: IdentityProvider;
  /** The built-in authentication (better-auth); null when Firebase authenticates. */
  auth: BuiltinAuth | null;
  /** Public Firebase configuration for browsers; set only in firebase mode. */
  firebase?: FirebaseWebConfig | undefined;
  google: GoogleSettings | undefined;
  jobs: JobQueue;
  mailer: Mailer;
  push: PushService;
  /** Sends events to the addresses that the operator has set. */
  webhooks: WebhookSender;
  /** Where messages to the operator are sent; null when they are only stored in the database. */
  operatorEmail: string | null;
  botCheck: BotCheck;
  /** Stores of personal data outside the database, by name; erasures are passed on to each. */
  externalServices: ReadonlyMap<string, ExternalErasureTarget>;
  /** Sends events to Customer.io; null when no key is set, and then no events are stored. */
  tracker: Tracker | null;
  /** Scripts of third parties that run with consent to their category; none unless configured. */
  thirdPartyScripts: readonly ConfiguredThirdPartyScript[];
  /** The app of Android's store that may open this site, with the fingerprints of its certificates. */
  androidApp?: { package: string; certificates: readonly string[] } | undefined;
  operator: Operator;
  /** How the checks of the settings stand, for the studio's page "Safe to open?". */
  safety: DeploymentSafetyCheck[];
  /** Whether every page says that passes are those of the test mode. */
  isTestModeShown: boolean;
  clock: () => Date;
  findLocation: LocationFinder;
  /** For how many days a cookie decision is valid in the EU and the UK. */
  europeanConsentDays: number;
  /** Who may create an account. */
  signUp: SignUpMode;
  billing: 'sandbox' | 'stripe' | 'off';
  /** The payment provider; null when payments are off. */
  payments: BillingProvider | null;
  /** The substitute for Stripe in test mode; null when payments are real or off. */
  sandbox: PaymentSandbox | null;
  publicUrl: string | undefined;
  /** `publicUrl`, or the local address the server listens on; used for links in e-mails. */
  baseUrl: string;
  /** Addresses or networks whose X-Forwarded-For header is trusted. */
  trustedProxies: string[];
  /** Signs until when devices may open the app without a network. */
  grants: AccessGrantSigner;
  /** Key of hashes, such as those of client addresses, and of encrypted values. */
  secret: string;
  files: FileLocations;
  /** Recorded narrations and portraits. */
  media: MediaStore;
  generation: {
    writer: DraftWriter | null;
    speaker: SpeechSynthesiser | null;
    /** How many sentences are asked for at the same time. */
    sentencesAtOnce: number;
    prices: ProviderPrices;
  };
  log: Log;
  monitor: DatabaseMonitor;
  loadLimits?: Partial<LoadLimits>;
}

/** A store of personal data outside the database: an external service, or the folder of stored e-mails. */
export interface ExternalErasureTarget {
  /**
   * Erases a person's data; idempotent.
   * @throws {Error} when it is to be tried again later
   */
  erase(person: { userId: string; uid: string; email: string }): Promise<void>;
}

export type App = FastifyInstance;

declare module 'fastify' {
  interface FastifyInstance {
    dependencies: Dependencies;
    /** True once the server was asked to stop: running requests finish, /ready refuses. */
    stopping: boolean;
  }
}
