import type { AddressInfo } from 'node:net';
import { buildApp } from '#server/app.ts';
import { openDatabase } from '#server/db/connect.ts';
import { builtinIdentity } from '#server/features/identity/policy.ts';
import { createBuiltinAuth } from '#server/features/identity/service.ts';
import { makePerson } from '#server/testing/people.ts';

// The whole server as people meet it, with somebody signed in and their pass.

const { db } = await openDatabase({ url: process.argv[2], migrate: false });
const clock = () => new Date();
const secret = 'a secret for measuring and nothing else';
const app = await buildApp({
  db,
  auth: createBuiltinAuth({ db, secret, publicUrl: null }),
  identity: builtinIdentity(db, clock),
  clock,
  billing: 'sandbox',
  publicUrl: undefined,
  trustedProxies: [],
  secret,
  files: { client: '/nonexistent', pages: '/nonexistent', media: '/nonexistent' },
  logLevel: 'info',
  bounds: { requestsPerMinute: 10_000_000 },
});
const person = await makePerson(app, db, { state: 'pass' });
await app.listen({ host: '127.0.0.1', port: 0 });
const { port } = app.server.address() as AddressInfo;
process.send?.({
  url: `http://127.0.0.1:${port}/api/contents?limit=20`,
  headers: { cookie: person.cookie() },
});
process.once('SIGTERM', () => process.exit(0));
