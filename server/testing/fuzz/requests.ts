import { request as sendHttp, type Agent, type OutgoingHttpHeaders } from 'node:http';
import { BODY_EXAMPLES } from './body-examples.ts';
import type { ApiOperation } from './operations.ts';
import { pickRandom, type RandomGenerator, type ValueMaker } from './values.ts';

export interface FuzzRequest {
  operation: ApiOperation;
  target: string;
  headers: OutgoingHttpHeaders;
  body: string | undefined;
}

/** Who sends a request; signed-out senders have no cookie and no account. */
export interface FuzzSender {
  cookie: string;
  own: { email: string; password: string } | null;
}

export interface FuzzReply {
  status: number;
  type: string;
  text: string;
}

/**
 * Shares of odd values, of which one is chosen per request: mostly none or few, because refused requests test little.
 */
const ODDITIES = [0, 0, 0, 0.02, 0.1, 0.4];
/** Share of the requests whose body is an example of the operation, where it has one. */
const EXAMPLE_SHARE = 0.3;
const ODD_SEGMENTS = ['%00', 'a%00b', '%F0%28', '..%2f..%2fetc', "'%20or%201=1--", 'x'.repeat(300)];
const ODD_BODIES = [
  ...['', '42', 'null', '"text"', '[[[]]]', '{"a":', '{"__proto__":{"admin":true}}', '\ufeff{}'],
  ...['"\\ud800"', `${'['.repeat(5000)}${']'.repeat(5000)}`, '{"a":1,"a":2}', '{"a":1e999}'],
];
const ODD_HEADERS: readonly Record<string, string>[] = [
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=utf-7' },
  { 'content-encoding': 'gzip' },
  { origin: 'https://evil.example' },
  { 'accept-language': 'xx;q=9, *' },
  { 'accept-encoding': 'gzip;q=0, zstd' },
  { 'if-none-match': '*', range: 'bytes=0-' },
  { cookie: 'envol.session=%00%ff; envol_lang=xx' },
  { 'x-firebase-uid': "' or 1=1", 'x-firebase-email': '%' },
  { expect: 'evil' },
];

/**
 * Generates a random request of an API operation for `who`, parts of it deliberately invalid unless `isAimed`; does not
 * send it. Sets `maker.oddity`.
 */
export function generateRequest(
  operation: ApiOperation,
  maker: ValueMaker,
  random: RandomGenerator,
  who: FuzzSender,
  isAimed = false,
): FuzzRequest {
  maker.oddity = isAimed ? 0 : pickRandom(random, ODDITIES);
  const isOdd = maker.oddity > 0 && random() < 0.1;
  const headers: OutgoingHttpHeaders = {
    origin: 'http://localhost',
    host: 'localhost',
    // Each from an address of its own, so that the limits by address do not end the run.
    'x-forwarded-for': `198.18.${Math.floor(random() * 255)}.${Math.floor(random() * 255)}`,
    ...(who.cookie !== '' && { cookie: who.cookie }),
  };
  const query: string[] = [];
  let path = operation.path;
  for (const { name, in: where, schema } of operation.parameters) {
    const value = toText(
      maker.make(schema, where === 'path' ? getPathUpToFirstParam(operation.path) : name),
    );
    if (where === 'path')
      path = path.replace(`{${name}}`, isOdd ? pickRandom(random, ODD_SEGMENTS) : encode(value));
    if (where === 'query' && random() < 0.6) query.push(`${name}=${encode(value)}`);
    // Node itself refuses to send other characters.
    if (where === 'header' && /^[\x20-\x7e]*$/.test(value)) headers[name] = value;
  }
  if (isOdd && random() < 0.3) query.push('%ED%A0%80=1', 'a[b]=c', '__proto__=1');
  let body: string | undefined;
  if (operation.body) {
    const example = BODY_EXAMPLES[operation.name];
    const isExample = example && (isAimed || random() < EXAMPLE_SHARE);
    const value = isExample ? example(random) : maker.make(operation.body);
    body = JSON.stringify(withOwn(value, who.own, random));
    if (isOdd && random() < 0.5) body = pickRandom(random, [...ODD_BODIES, body.slice(0, -2)]);
    headers['content-type'] = 'application/json';
  }
  if (isOdd) Object.assign(headers, pickRandom(random, ODD_HEADERS));
  return {
    operation,
    target: query.length > 0 ? `${path}?${query.join('&')}` : path,
    headers,
    body,
  };
}

/**
 * Returns an API path up to its first parameter, such as `/api/flights` for `/api/flights/{id}`; the fuzzer stores
 * known ids by it.
 */
export const getPathUpToFirstParam = (path: string): string => path.replace(/\/\{.*$/, '');

/**
 * Puts in the sender's password and address where they are asked for, mostly, because with wrong ones nothing is
 * tested.
 */
function withOwn(value: unknown, own: FuzzSender['own'], random: RandomGenerator): unknown {
  if (own === null || typeof value !== 'object' || value === null) return value;
  const isOwn = (key: string) => /^(?:current)?password$/i.test(key) || key === 'email';
  const asked = Object.keys(value).filter(isOwn);
  if (asked.length === 0 || random() < 0.3) return value;
  const given = asked.map((key) => [key, key === 'email' ? own.email : own.password]);
  return { ...value, ...(Object.fromEntries(given) as object) };
}

const toText = (value: unknown) =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');

/** A lone surrogate has no form in an address. */
const encode = (value: string) => encodeURIComponent(value.toWellFormed());

/**
 * Sends a request; resolves to the status, content type and text of the reply, whatever the status. Rejects when the
 * connection fails.
 */
export function sendRequest(base: URL, agent: Agent, request: FuzzRequest): Promise<FuzzReply> {
  const { operation, target, headers, body } = request;
  return new Promise((resolve, reject) => {
    const sent = sendHttp(
      {
        host: base.hostname,
        port: base.port,
        agent,
        method: operation.method,
        path: target,
        headers: {
          ...headers,
          ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
        },
      },
      (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () =>
          resolve({
            status: response.statusCode ?? 0,
            type: response.headers['content-type'] ?? '',
            text: Buffer.concat(chunks).toString(),
          }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}
