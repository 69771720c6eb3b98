import { randomBytes, randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { buildApp } from '#server/app.ts';
import { importContent } from '#server/content.ts';
import { openDatabase } from '#server/db/connect.ts';
import { checkRecaptcha } from '#server/features/bot-check/recaptcha/service.ts';
import { createVerifier } from '#server/features/firebase/service.ts';
import { createGoogleProvider } from '#server/features/identity/google/service.ts';
import { createMailer } from '#server/features/mail/service.ts';
import { createTestDependencies } from '#server/testing/dependencies.ts';
import { buildClaims, createSigningKey, PROJECT, signToken } from '#server/testing/firebase.ts';
import { makePerson } from '#server/testing/people.ts';

// A server for bench/dead-services.bench.ts, which asks an outside service as often as it is told while it answers people.

/** The service that is asked from now on, five times a second, and the port on this machine that stands for it. */
export interface Asking {
  service: Service;
  port: number;
}
export type Service = 'mail' | 'google' | 'keys' | 'recaptcha';

const INTERVAL_MS = 200;

const database = await openDatabase({ url: process.argv[2], migrate: false });
const { db } = database;
await importContent(db, path.join(import.meta.dirname, '../content'));
const { dependencies } = await createTestDependencies(database, {
  loadLimits: { requestsPerMinute: 10_000_000 },
});
const app = await buildApp(dependencies);
const person = await makePerson(app, db, { state: 'pass' });
await app.listen({ host: '127.0.0.1', port: 0 });
const base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;

const key = await createSigningKey('a key that nobody knows');

/** Returns a function that asks a service once, as the server does, each time for something new. */
function createAsker({ service, port }: Asking): () => Promise<unknown> {
  const url = `http://127.0.0.1:${port}`;
  if (service === 'mail') {
    const from = 'Envol <envol@example.org>';
    const mailer = createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from, mailFolder: '' });
    const email = {
      to: 'ada@example.org',
      subject: 'Any subject',
      html: '<p>Hello',
      text: 'Hello',
    };
    return () => mailer.send({ ...email, id: randomUUID() });
  }
  if (service === 'recaptcha') {
    const settings = { siteKey: 'site', secretKey: 'secret', verifyUrl: url };
    return () =>
      checkRecaptcha(settings, 'reset', randomBytes(256).toString('base64url'), new Date());
  }
  if (service === 'keys') {
    const verify = createVerifier({ projectId: PROJECT, clock: () => new Date(), keysUrl: url });
    return async () => verify(await signToken(key, buildClaims(new Date()), { kid: randomUUID() }));
  }
  const endpoints = { issuer: url, authorizationUrl: url, tokenUrl: url, jwksUrl: url };
  const provider = createGoogleProvider(
    { clientId: 'id', clientSecret: 'secret', endpoints },
    base,
  );
  return async () => provider.getToken?.({ code: randomUUID(), redirectURI: base });
}

/** Asks until `signal` is aborted, without waiting for answers. */
async function ask(asking: Asking, signal: AbortSignal): Promise<void> {
  const once = createAsker(asking);
  while (!signal.aborted) {
    // That it fails is what this is about.
    void once().catch(() => undefined);
    await delay(INTERVAL_MS);
  }
}

let current = new AbortController();
process.on('message', ({ asking }: { asking: Asking | null }) => {
  current.abort();
  current = new AbortController();
  if (asking) void ask(asking, current.signal);
});
process.once('SIGTERM', () => process.exit(0));
process.send?.({ base, cookie: person.cookie() });
