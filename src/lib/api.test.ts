import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sendRequestIfNeeded, setApiIdentity } from './api.ts';
import { SERVER_MARK_HEADERS } from './testing/server-replies.ts';

const received: IncomingHttpHeaders[] = [];
const server = createServer((request, response) => {
  received.push(request.headers);
  response.writeHead(200, SERVER_MARK_HEADERS).end('{}');
});
let origin: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

/** Sends requests to a server and returns what their headers say of the person. */
async function collectNames() {
  received.length = 0;
  await sendRequestIfNeeded('GET', `${origin}/api/config`);
  await sendRequestIfNeeded('GET', `${origin}/api/auth/identity`);
  await sendRequestIfNeeded('PUT', `${origin}/api/users/me`, { body: {} });
  return received.map((headers) => [headers['x-firebase-uid'], headers['x-firebase-email']]);
}

it('names whoever is known to be signed in on every request, the configuration and the identity included', async () => {
  setApiIdentity({ uid: 'ada-1', email: 'zoé@example.org' });
  const named = ['ada-1', 'zo%C3%A9%40example.org'];
  expect(await collectNames()).toEqual([named, named, named]);
  setApiIdentity({ uid: 'ada-1', email: 'ada@example.org' });
  expect((await collectNames())[0]).toEqual(['ada-1', 'ada@example.org']);
  setApiIdentity(null);
  const unnamed = [undefined, undefined];
  expect(await collectNames()).toEqual([unnamed, unnamed, unnamed]);
});
