import { STATUS_CODES, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { ConnectionError } from 'fastify';
import type { ErrorCode, ErrorReply } from '#shared/contract/errors.ts';

const BY_CODE: Record<string, [status: number, code: ErrorCode]> = {
  HPE_HEADER_OVERFLOW: [431, 'too_large'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'too_large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'invalid_input'],
};

/**
 * Creates the handler for connections that fail before there is a request (malformed HTTP, oversized or slow
 * headers): replies in the standard error shape with the standard headers and closes the connection.
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
    const [status, code] = BY_CODE[error.code] ?? [400, 'invalid_input'];
    const body = JSON.stringify({ error: { code } } satisfies ErrorReply);
    const lines = Object.entries({
      ...headers,
      'cache-control': 'no-store',
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
    socket.destroySoon();
  };
}
