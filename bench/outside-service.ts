import { randomBytes } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';

/** How an outside service fails, or `well`, in which it answers every HTTP request with `reply`. */
export type Failure = 'dead' | 'silent' | 'dripping' | 'garbage';
type State = Failure | 'well';

const DRIP_MS = 100;
const GARBAGE_BYTES = 4096;

const formatReply = (type: string, body: string, length = Buffer.byteLength(body)) =>
  `HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\nconnection: close\r\n\r\n${body}`;

/** What is no answer to any question, whether the asker expects HTTP or SMTP. */
const GARBAGE: readonly (() => string | Buffer)[] = [
  () => randomBytes(GARBAGE_BYTES),
  () => formatReply('application/json', '{"success":"perhaps","keys":[{"kty":7}],"id_token":{}}'),
  () => formatReply('text/html', '<!doctype html><title>Welcome to the Wi-Fi</title><p>Sign in'),
  () => formatReply('application/json', '[[[{"a":'),
];

/** Sends the beginning of a reply, and then a byte at a time without end. */
function drip(socket: Socket, isMail: boolean): void {
  socket.write(isMail ? '220-' : formatReply('application/json', '{', 1_000_000));
  const timer = setInterval(() => socket.write(' '), DRIP_MS);
  socket.once('close', () => clearInterval(timer));
}

/** Opens an outside service on a port of its own, which it keeps in every state; dead, it does not listen. */
export async function openOutsideService({
  isMail = false,
  reply = () => '{}',
}: { isMail?: boolean; reply?: () => string } = {}) {
  let state: State = 'well';
  let asked = 0;
  const open = new Set<Socket>();
  const answer = (socket: Socket) => {
    if (state === 'garbage') socket.end(GARBAGE[asked % GARBAGE.length]?.() ?? '');
    else if (state === 'dripping') drip(socket, isMail);
    else if (state === 'well') socket.end(formatReply('application/json', reply()));
  };
  const server = createServer((socket) => {
    asked += 1;
    open.add(socket);
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
    // A mail server speaks first.
    if (isMail) answer(socket);
    else socket.once('data', () => answer(socket));
    socket.resume();
  });
  const listen = (port: number) =>
    new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  return {
    port,
    /** How many connections were made to it so far. */
    countAsked: () => asked,
    async become(next: State): Promise<void> {
      state = next;
      for (const socket of open) socket.destroy();
      if (next === 'dead') await new Promise((resolve) => server.close(resolve));
      else if (!server.listening) await listen(port);
    },
  };
}
export type OutsideService = Awaited<ReturnType<typeof openOutsideService>>;
