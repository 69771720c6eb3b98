import type { LightMyRequestResponse } from 'fastify';
import type { z } from 'zod';
import type { App } from '#server/dependencies.ts';
import type { Contract } from '#shared/contract/contract.ts';
import type { ErrorReply } from '#shared/contract/errors.ts';

type Endpoints = Contract[keyof Contract];
type ByRoute = { [E in Endpoints as `${E['method']} ${E['path']}`]: E };
/** An endpoint by method and path, such as `PUT /api/contents/:id/rating`. */
export type RouteName = keyof ByRoute;
type ReplyOf<R extends RouteName> = ByRoute[R]['replies'] extends infer Replies
  ? {
      [S in keyof Replies]: Replies[S] extends z.ZodType ? z.output<Replies[S]> : never;
    }[keyof Replies]
  : never;

/** What a test sends; loosely typed, so that it can send invalid input too. */
export interface RequestInput {
  params?: Record<string, string>;
  query?: Record<string, string | number>;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface TestReply<Body> {
  status: number;
  /** The body of a success; that of a refusal has `error` instead. */
  body: Body & Partial<ErrorReply>;
  headers: Record<string, string | string[] | number | undefined>;
}

/** A browser: its cookies, its client address, and the Origin header that it sends. */
export interface TestBrowser {
  call<R extends RouteName>(route: R, sent?: RequestInput): Promise<TestReply<ReplyOf<R>>>;
  /** The same without the types of the contract, for tests of all endpoints. */
  send(route: string, sent?: RequestInput): Promise<TestReply<unknown>>;
  /** Requests any URL, for pages and what is not in the contract. Cookies of the reply are not stored. */
  get(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  /** Requests a URL and stores the reply's cookies, as after a redirect from another site. */
  follow(url: string): Promise<LightMyRequestResponse>;
  /** The Cookie header as the browser would send it. */
  cookie(): string;
}

let addresses = 0;

/** Returns an IP address that no other simulated browser has, from the range for tests (RFC 2544). */
export function allocateIpAddress(): string {
  addresses += 1;
  return `198.18.${addresses >> 8}.${addresses & 255}`;
}

/** Creates a simulated browser that is not signed in and calls the API, by default from an IP address of its own. */
export function createTestBrowser(app: App, remoteAddress = allocateIpAddress()): TestBrowser {
  const cookies = new Map<string, string>();
  const cookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');

  function buildHeaders(extra: Record<string, string> = {}): Record<string, string> {
    const sent: Record<string, string> = cookies.size > 0 ? { cookie: cookie() } : {};
    return { origin: 'http://localhost', host: 'localhost', ...sent, ...extra };
  }

  function storeCookies(response: LightMyRequestResponse): void {
    for (const { name, value, maxAge } of response.cookies)
      if (maxAge === 0) cookies.delete(name);
      else cookies.set(name, encodeURIComponent(value));
  }

  async function send(
    route: string,
    { params = {}, query = {}, body, headers }: RequestInput = {},
  ): Promise<TestReply<unknown>> {
    const [method, path] = route.split(' ') as ['GET', string];
    const url = path.replace(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(params[name] ?? name),
    );
    const response = await app.inject({
      method,
      url,
      query: Object.fromEntries(Object.entries(query).map(([key, value]) => [key, `${value}`])),
      remoteAddress,
      headers: buildHeaders(headers),
      ...(body !== undefined && { payload: body as object }),
    });
    storeCookies(response);
    return {
      status: response.statusCode,
      body: (response.body === '' ? null : response.json()) as never,
      headers: response.headers,
    };
  }

  return {
    cookie,
    get: (url, headers) => app.inject({ url, remoteAddress, headers: buildHeaders(headers) }),
    async follow(url) {
      const response = await app.inject({ url, remoteAddress, headers: buildHeaders() });
      storeCookies(response);
      return response;
    },
    call: (route, sent) => send(route, sent) as never,
    send,
  };
}
