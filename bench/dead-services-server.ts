import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { buildApp } from '#server/app.ts';
import { importContent } from '#server/content.ts';
import { openDatabase } from '#server/db/connect.ts';
import { createBotCheck } from '#server/features/bot-check/service.ts';
import { createFirebaseIdentityProvider } from '#server/features/firebase/identify-caller.ts';
import { createIdTokenVerifier } from '#server/features/firebase/service.ts';
import { createMailer } from '#server/features/mail/service.ts';
import { openJobQueue } from '#server/db/jobs.ts';
import { createJobHandlers } from '#server/jobs.ts';
import { createLog } from '#server/log.ts';
import { createTestDependencies, TEST_SECRET } from '#server/testing/dependencies.ts';
import { FIREBASE_PROJECT_ID } from '#server/testing/firebase.ts';
import { createTestPerson } from '#server/testing/people.ts';

// A server for bench/dead-services.bench.ts whose outside services are at ports of this machine. It sends e-mails by the
// workers of the real one. Sign-in with Firebase takes the place of our own, so it is a second app in this process.

/** The ports of the outside services. */
export type ServicePorts = Record<'mail' | 'google' | 'googleKeys' | 'recaptcha' | 'keys', number>;

/** What the server tells once it listens. */
export interface DeadServicesSite {
  base: string;
  /** The address of the app with sign-in with Firebase. */
  firebaseBase: string;
  /** The cookies of somebody with a pass. */
  cookie: string;
  /** Of somebody who signs in on a device that is known, so that no e-mail tells of a new one. */
  signIn: { email: string; cookie: string };
  content: string;
}

const [databaseUrl, given = ''] = process.argv.slice(2);
const ports = JSON.parse(given) as ServicePorts;
const toUrl = (port: number) => `http://127.0.0.1:${port}`;
const google = toUrl(ports.google);
const clock = () => new Date();

const database = await openDatabase({ url: databaseUrl, migrate: false });
const { db } = database;
await importContent(db, path.join(import.meta.dirname, '../content'));
const log = createLog({ level: 'silent' });
const { dependencies } = await createTestDependencies(database, {
  loadLimits: {
    requestsPerAddress: 10_000_000,
    requestsPerSession: 10_000_000,
    concurrentWhileBusy: 40,
  },
  // Each question comes from an address of its own, so that no limit by address ends them.
  trustedProxies: ['127.0.0.1'],
  google: {
    clientId: 'id',
    clientSecret: 'secret',
    endpoints: {
      issuer: google,
      authorizationUrl: google,
      tokenUrl: google,
      jwksUrl: toUrl(ports.googleKeys),
    },
  },
  botCheck: createBotCheck({
    secret: TEST_SECRET,
    recaptcha: { siteKey: 'site', secretKey: 'secret', verifyUrl: toUrl(ports.recaptcha) },
  }),
  mailer: createMailer({
    smtpUrl: `smtp://127.0.0.1:${ports.mail}`,
    from: 'Envol <envol@example.org>',
    mailFolder: '',
  }),
  jobs: await openJobQueue(database, { log }),
});
await dependencies.jobs.startWorkers(createJobHandlers(dependencies));
const app = await buildApp(dependencies);
const person = await createTestPerson(app, db, { state: 'pass' });
const other = await createTestPerson(app, db, { state: 'pass' });
const { items } = (await person.call('GET /api/contents')).body;
await app.listen({ host: '127.0.0.1', port: 0 });

const verify = createIdTokenVerifier({
  projectId: FIREBASE_PROJECT_ID,
  clock,
  keysUrl: toUrl(ports.keys),
});
const firebaseApp = await buildApp({
  ...dependencies,
  auth: null,
  firebase: {
    projectId: FIREBASE_PROJECT_ID,
    apiKey: 'key',
    appId: 'app',
    authDomain: 'envol.example',
  },
  identity: createFirebaseIdentityProvider(db, verify, clock),
});
await firebaseApp.listen({ host: '127.0.0.1', port: 0 });

const readBase = ({ server }: typeof app) => toUrl((server.address() as AddressInfo).port);
process.once('SIGTERM', () => process.exit(0));
process.send?.({
  base: readBase(app),
  firebaseBase: readBase(firebaseApp),
  cookie: person.cookie(),
  signIn: { email: other.email, cookie: other.cookie() },
  content: items[0]?.id ?? '',
} satisfies DeadServicesSite);
