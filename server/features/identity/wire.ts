import type { FastifyReply, FastifyRequest } from 'fastify';
import { deviceOf } from './builtin/policy.ts';

/** What better-auth is told of a request: its cookies and a coarse name of the browser, nothing else. */
export function webHeaders({ headers }: FastifyRequest): Headers {
  const device = deviceOf(headers['user-agent']);
  return new Headers({
    ...(headers.cookie && { cookie: headers.cookie }),
    ...(device && { 'user-agent': device }),
  });
}

/** Hands better-auth's cookies to the browser. */
export function setCookies(reply: FastifyReply, headers: Headers | null | undefined): void {
  for (const cookie of headers?.getSetCookie() ?? []) void reply.header('set-cookie', cookie);
}
