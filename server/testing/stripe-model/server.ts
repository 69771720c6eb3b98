import { type StripeAccount, DAY_S, StripeRefusal } from './account.ts';
import { performStripeCall } from './api.ts';
import { expandReply } from './expand.ts';
import { type FormValue, parseForm, readList } from './form.ts';

/**
 * What goes wrong with a call. `refused`: 500, and nothing was done; `failed`: 500 after the operation began, so that the
 * answer is kept under its idempotency key; `denied`: the same, though everything was done ("treat the result of a 500 request as
 * indeterminate", Stripe, Advanced error handling); `lost`: done, but the answer never arrives; `unreached`: the connection ends
 * before anything is done; `limited`: 429; `slow`: done, but the answer comes after the library's limit of time; `silent`:
 * nothing is done, and no answer comes within it.
 */
export const CALL_FAULTS = [
  'refused',
  'failed',
  'denied',
  'lost',
  'unreached',
  'limited',
  'slow',
  'silent',
] as const;
export type CallFault = (typeof CALL_FAULTS)[number] | null;

/** What `fetch` throws when a limit of time has aborted it; Stripe's library makes its own time-out of it. */
const createTimeout = () => new DOMException('This operation was aborted', 'AbortError');

interface Kept {
  at: number;
  request: string;
  status: number;
  body: string;
}

export interface InProcessStripeOptions {
  account: StripeAccount;
  /** Decides before each call what goes wrong with it. */
  chooseFault: (call: { method: string; path: string; form: string }) => CallFault;
}

/**
 * Serves the API to Stripe's library within this process: histories make thousands of calls, of which sockets cost more
 * than the answers. Calls that the model does not know are kept in `unknown`, and answered 501: the test that made them
 * has to fail.
 */
export function createInProcessStripe({ account, chooseFault }: InProcessStripeOptions) {
  const kept = new Map<string, Kept>();
  let calls = 0;
  const unknown: string[] = [];
  const byKey = (key: string) => {
    const found = kept.get(key);
    // "You can remove keys from the system automatically after they're at least 24 hours old" (Stripe, Idempotent requests): some
    // are kept for another day.
    const days = 1 + (key.charCodeAt(key.length - 1) % 2);
    return found && found.at > account.now() - days * DAY_S ? found : undefined;
  };

  function run(method: string, url: URL, form: string): { status: number; body: string } {
    try {
      const sent = parseForm(method === 'GET' ? url.search.slice(1) : form);
      const { reply, isUnknown } = performStripeCall(account, method, url.pathname, sent);
      if (isUnknown !== undefined) unknown.push(`${method} ${url.pathname} ${form}: ${isUnknown}`);
      const paths = readList(sent, 'expand').filter((path: FormValue) => typeof path === 'string');
      return {
        status: isUnknown === undefined ? 200 : 501,
        body: JSON.stringify(reply && expandReply(account, reply, paths)),
      };
    } catch (error) {
      if (error instanceof StripeRefusal)
        return { status: error.status, body: describeError(error.type, error.message, error) };
      unknown.push(`${method} ${url.pathname} ${form}: ${String(error)}`);
      return { status: 501, body: describeError('api_error', String(error)) };
    }
  }

  function handle(method: string, url: URL, key: string | undefined, form: string): Response {
    const path = `${url.pathname}${url.search}`;
    const fault = chooseFault({ method, path, form });
    calls += 1;
    const send = (status: number, body: string, extra: Record<string, string> = {}) =>
      new Response(body, {
        status,
        headers: { 'content-type': 'application/json', 'request-id': `req_${calls}`, ...extra },
      });
    if (fault === 'unreached') throw new TypeError('fetch failed: ECONNRESET');
    if (fault === 'silent') throw createTimeout();
    if (fault === 'limited')
      return send(
        429,
        describeError('invalid_request_error', 'Too many requests', { code: 'rate_limit' }),
        {
          'stripe-should-retry': 'false',
        },
      );
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
    const done = earlier ?? (fault === 'failed' ? null : run(method, url, form));
    const isBroken = !earlier && (fault === 'failed' || fault === 'denied');
    const result =
      done === null || isBroken
        ? { status: 500, body: describeError('api_error', 'Something failed half-way') }
        : done;
    // "Stripe saves the status code and body of the first request … after endpoint execution begins … including 500 errors"; "A
    // request that returns a 400 sends back the same 400" (Stripe, Idempotent requests, Advanced error handling).
    if (key !== undefined && !earlier)
      kept.set(key, { at: account.now(), request: signature, ...result });
    if (fault === 'lost') throw new TypeError('fetch failed: ECONNRESET');
    if (fault === 'slow') throw createTimeout();
    return send(result.status, result.body, {
      ...(earlier && { 'idempotent-replayed': 'true' }),
      ...(result.status >= 500 && { 'stripe-should-retry': 'false' }),
    });
  }

  return {
    /** Answers a call of Stripe's library within the process, with HTTP's own requests and replies. */
    fetch: async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
      const url = new URL(input instanceof Request ? input.url : input);
      const { method = 'GET', body } = init;
      const key = method === 'GET' ? null : new Headers(init.headers).get('idempotency-key');
      // Another turn of the event loop, as over a network.
      await new Promise(setImmediate);
      return handle(method, url, key ?? undefined, typeof body === 'string' ? body : '');
    },
    unknown,
  };
}

export type InProcessStripe = ReturnType<typeof createInProcessStripe>;

const describeError = (
  type: string,
  message: string,
  { code, param }: { code?: string | undefined; param?: string | undefined } = {},
) => JSON.stringify({ error: { type, message, ...(code && { code }), ...(param && { param }) } });
