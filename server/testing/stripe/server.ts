import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { FakeStripe } from '#server/features/billing/sandbox/engine/fake-stripe.ts';

/**
 * How the served fixture fails: it closes the connection, never replies, replies with invalid JSON, does what is asked
 * and loses the reply, replies with 500, does what is asked and replies with 500 ("treat the result of a 500 request as
 * indeterminate", https://docs.stripe.com/error-low-level), or refuses refunds for want of money. "Subsequent requests with the same key return
 * the same result, including 500 errors" (https://docs.stripe.com/idempotency), and say so by `Idempotent-Replayed: true`.
 */
export type StripeServerFault =
  | 'dead'
  | 'slow'
  | 'garbage'
  | 'lost'
  | 'failing'
  | 'denied'
  | 'poor'
  | null;

/** Serves a fake Stripe over HTTP on loopback, so that tests can call it with Stripe's real SDK. */
export async function serveFakeStripe(fixture: FakeStripe) {
  const state = {
    trouble: null as StripeServerFault,
    calls: [] as string[],
    onCall: (): void => undefined,
  };
  const failedKeys = new Set<string>();
  const refusedKeys = new Set<unknown>();
  const server = createServer((request, response) => {
    state.calls.push(`${request.method} ${request.url}`);
    state.onCall();
    if (state.trouble === 'dead') request.socket.destroy();
    else if (state.trouble === 'garbage') response.end('<html>Bad gateway</html>');
    else if (state.trouble !== 'slow') void answerRequest(request, response);
  });

  async function answerRequest(request: IncomingMessage, response: ServerResponse) {
    const { trouble } = state;
    const body = await text(request);
    const key = request.headers['idempotency-key'];
    const fail = () => {
      response.writeHead(500, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { type: 'api_error', message: 'Something failed.' } }));
    };
    if (typeof key === 'string' && failedKeys.has(key)) return fail();
    if (typeof key === 'string' && (trouble === 'failing' || trouble === 'denied'))
      failedKeys.add(key);
    if (trouble === 'failing') return fail();
    const isReplayed = refusedKeys.has(key);
    if (isReplayed || (trouble === 'poor' && request.url === '/v1/refunds')) {
      if (key !== undefined) refusedKeys.add(key);
      const replayed = isReplayed && { 'idempotent-replayed': 'true' };
      response.writeHead(400, { 'content-type': 'application/json', ...replayed });
      const error = { code: 'balance_insufficient', message: 'Insufficient funds.' };
      response.end(JSON.stringify({ error: { type: 'invalid_request_error', ...error } }));
      return;
    }
    const answer = await fixture.fetch(`http://${request.headers.host}${request.url}`, {
      method: request.method ?? 'GET',
      headers: key === undefined ? {} : { 'idempotency-key': key as string },
      ...(body && { body }),
    });
    if (trouble === 'denied') return fail();
    if (trouble === 'lost') {
      request.socket.destroy();
      return;
    }
    response.writeHead(answer.status, { 'content-type': 'application/json' });
    response.end(await answer.text());
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    base: `http://127.0.0.1:${port}`,
    state,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
