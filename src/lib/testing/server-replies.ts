import { SERVER_MARK_HEADER } from '#shared/rules/server-mark.ts';

/** The headers by which the browser takes a reply that a test makes for one of the server. */
export const SERVER_MARK_HEADERS = { [SERVER_MARK_HEADER]: '1' } as const;

/** Builds a reply of the server, as a test's `fetch` returns it: text, or a value as JSON. */
export const buildServerReply = (body: unknown, status = 200): Response =>
  new Response(typeof body === 'string' ? body : JSON.stringify(body), {
    status,
    headers: SERVER_MARK_HEADERS,
  });

/** An answer by something between the device and the server. */
interface ForeignAnswer {
  name: string;
  status: number;
  headers: Readonly<Record<string, string>>;
  body: string;
}

const LOGIN = '<!doctype html><title>Airport Wi-Fi</title><h1>Accept the terms to go online</h1>';
const html = { 'content-type': 'text/html; charset=utf-8' };

/** What captive portals and failing proxies answer to any request: decides nothing about it. */
export const FOREIGN_ANSWERS: readonly ForeignAnswer[] = [
  { name: 'a login page', status: 200, headers: html, body: LOGIN },
  {
    name: 'a redirect to the login page',
    status: 302,
    headers: { ...html, location: '/portal-of-a-wifi' },
    body: '',
  },
  ...[403, 404, 405, 500, 502].map((status) => ({
    name: `a page with status ${status}`,
    status,
    headers: html,
    body: LOGIN,
  })),
  {
    // RFC 6585, section 6: Network Authentication Required.
    name: 'a page with status 511',
    status: 511,
    headers: html,
    body: LOGIN,
  },
];

/** A `fetch` on a network that takes every request and answers none; it rejects once the request is given up. */
export const fetchWithoutAnswer = (
  _url: unknown,
  { signal }: RequestInit = {},
): Promise<Response> =>
  new Promise((_, reject) => {
    signal?.addEventListener('abort', () => reject(new DOMException('given up', 'AbortError')));
  });
