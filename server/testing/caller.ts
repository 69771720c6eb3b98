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

/** What a test sends; deliberately loose, so that wrong input can be sent as well. */
export interface RequestInput {
  params?: Record<string, string>;
  query?: Record<string, string | number>;
  body?: unknown;
  headers?: Record<string, string>;
}

export interface TestReply<Body> {
  status: number;
  /** The reply of a success; a refusal carries `error` instead. */
  body: Body & Partial<ErrorReply>;
  headers: Record<string, string | string[] | number | undefined>;
}

/** One browser: its cookies, its own client address, and the Origin a browser sends. */
export interface Browser {
  call<R extends RouteName>(route: R, sent?: RequestInput): Promise<TestReply<ReplyOf<R>>>;
  /** The same without the contract's types, for tests that go through it. */
  send(route: string, sent?: RequestInput): Promise<TestReply<unknown>>;
  /** Any address, for pages and for what is not in the contract. */
  get(url: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  /** The same, keeping the cookies of the answer, as where another site sends a browser back to us. */
  follow(url: string): Promise<LightMyRequestResponse>;
  /** The Cookie header as the browser would send it. */
  cookie(): string;
}

let addresses = 0;

/** An address that no other browser has (a documentation network, RFC 5737 and 2544). */
export function takeAddress(): string {
  addresses += 1;
  return `198.18.${addresses >> 8}.${addresses & 255}`;
}

/** A browser of its own, at an address of its own unless told. */
export function createBrowser(app: App, remoteAddress = takeAddress()): Browser {
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
