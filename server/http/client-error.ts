import { type IncomingMessage, STATUS_CODES, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';
import { ERROR_STATUS, type ErrorCode, type ErrorReply } from '#shared/contract/errors.ts';

const BY_CODE: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_large',
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 'too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
};

/** The reply to what never becomes a Fastify request, in our error format and with the standard headers. */
function buildRefusal(code: ErrorCode, headers: Record<string, string>) {
  const body = JSON.stringify({ error: { code } } satisfies ErrorReply);
  return {
    status: ERROR_STATUS[code],
    headers: {
      ...headers,
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    },
    body,
  };
}

/**
 * Creates the handler for connections that fail before there is a complete request (malformed HTTP, oversized or slow
 * headers): it replies in our error format with `headers` and closes the connection.
 */
export function createClientErrorHandler(headers: Record<string, string>) {
  return (error: ConnectionError, socket: Socket): void => {
    // A reply that has begun would take ours for a part of it. Node asks its socket the same.
    // oxlint-disable-next-line no-underscore-dangle -- the name is Node's
    const begun = (socket as { _httpMessage?: ServerResponse })._httpMessage?.headersSent;
    if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable || begun) {
      socket.destroy();
      return;
    }
    const code = BY_CODE[error.code] ?? 'invalid_input';
    const { status, body, ...refusal } = buildRefusal(code, headers);
    const lines = Object.entries(refusal.headers).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
    socket.destroySoon();
  };
}

/**
 * Creates the handler of requests that expect something other than `100-continue`: it replies `expectation_failed` in
 * our error format, where Node would reply without a body.
 */
export function createExpectHeaderHandler(headers: Record<string, string>) {
  return (_request: IncomingMessage, response: ServerResponse): void => {
    const { status, body, ...refusal } = buildRefusal('expectation_failed', headers);
    response.writeHead(status, refusal.headers).end(body);
  };
}
