import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Account, DAY, StripeRefusal } from './account.ts';
import { answer } from './api.ts';
import { expand } from './expand.ts';
import { type FormValue, readForm, readList } from './form.ts';

/**
 * What goes wrong with a call. `refused`: 500, and nothing was done; `failed`: 500 after the operation began, so that the
 * answer is kept under its idempotency key; `lost`: done, but the answer never arrives; `unreached`: the connection ends
 * before anything is done; `limited`: 429.
 */
export type Fault = 'refused' | 'failed' | 'lost' | 'unreached' | 'limited' | null;

interface Kept {
  at: number;
  request: string;
  status: number;
  body: string;
}

export interface Call {
  method: string;
  path: string;
  form: string;
  key: string | undefined;
  status: number;
  fault: Fault;
}

export interface ServerOptions {
  account: Account;
  /** Decides before each call what goes wrong with it. */
  chooseFault: (call: Pick<Call, 'method' | 'path' | 'form'>) => Fault;
}

/**
 * Serves the API over HTTP on loopback. Calls that the model does not know are kept in `unknown`, and answered 501: the
 * test that made them has to fail.
 */
export async function startStripeModel({ account, chooseFault }: ServerOptions) {
  const kept = new Map<string, Kept>();
  const calls: Call[] = [];
  const unknown: string[] = [];
  const byKey = (key: string) => {
    const found = kept.get(key);
    // "You can remove keys from the system automatically after they're at least 24 hours old" (Stripe, Idempotent requests).
    return found && found.at > account.now() - DAY ? found : undefined;
  };

  function run(method: string, url: URL, form: string): { status: number; body: string } {
    try {
      const sent = readForm(method === 'GET' ? url.search.slice(1) : form);
      const { reply, isUnknown } = answer(account, method, url.pathname, sent);
      if (isUnknown !== undefined) unknown.push(`${method} ${url.pathname} ${form}: ${isUnknown}`);
      const paths = readList(sent, 'expand').filter((path: FormValue) => typeof path === 'string');
      return {
        status: isUnknown === undefined ? 200 : 501,
        body: JSON.stringify(reply && expand(account, reply, paths)),
      };
    } catch (error) {
      if (error instanceof StripeRefusal)
        return { status: error.status, body: describeError(error.type, error.message, error.code) };
      unknown.push(`${method} ${url.pathname} ${form}: ${String(error)}`);
      return { status: 501, body: describeError('api_error', String(error)) };
    }
  }

  function handle(request: IncomingMessage, response: ServerResponse, form: string): void {
    const { method = 'GET' } = request;
    const url = new URL(request.url ?? '/', 'http://stripe');
    const header = request.headers['idempotency-key'];
    const key = typeof header === 'string' && method !== 'GET' ? header : undefined;
    const path = `${url.pathname}${url.search}`;
    const fault = chooseFault({ method, path, form });
    const call: Call = {
      method,
      path: `${url.pathname}${url.search}`,
      form,
      key,
      status: 0,
      fault,
    };
    calls.push(call);
    const send = (status: number, body: string, extra: Record<string, string> = {}) => {
      call.status = status;
      response.writeHead(status, {
        'content-type': 'application/json',
        'request-id': `req_${calls.length}`,
        ...extra,
      });
      response.end(body);
    };
    if (fault === 'unreached') return void request.socket.destroy();
    if (fault === 'limited')
      return send(429, describeError('invalid_request_error', 'Too many requests', 'rate_limit'), {
        'stripe-should-retry': 'false',
      });
    if (fault === 'refused')
      return send(500, describeError('api_error', 'Stripe is not well'), {
        'stripe-should-retry': 'false',
      });
    const signature = `${method} ${url.pathname} ${form}`;
    const earlier = key === undefined ? undefined : byKey(key);
    // "The idempotency layer compares incoming parameters to those of the original request and errors if they're not the same."
    if (earlier && earlier.request !== signature)
      return send(
        400,
        describeError(
          'idempotency_error',
          'Keys for idempotent requests can only be used with the same parameters they were first used with.',
        ),
      );
    const result =
      earlier ??
      (fault === 'failed'
        ? { status: 500, body: describeError('api_error', 'Something failed half-way') }
        : run(method, url, form));
    // "Stripe saves the status code and body of the first request … after endpoint execution begins … including 500 errors";
    // "If incoming parameters fail validation … no idempotent result is saved".
    if (key !== undefined && !earlier && result.status !== 400)
      kept.set(key, { at: account.now(), request: signature, ...result });
    if (fault === 'lost') return void request.socket.destroy();
    send(result.status, result.body, {
      ...(earlier && { 'idempotent-replayed': 'true' }),
      ...(result.status >= 500 && { 'stripe-should-retry': 'false' }),
    });
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => handle(request, response, Buffer.concat(chunks).toString()));
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    unknown,
    close: () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

export type StripeServer = Awaited<ReturnType<typeof startStripeModel>>;

const describeError = (type: string, message: string, code?: string) =>
  JSON.stringify({ error: { type, message, ...(code !== undefined && { code }) } });
