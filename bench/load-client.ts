import { connect, type Socket } from 'node:net';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import { type AppRequest, fillBodyTemplate } from './app-requests.ts';

// A client for bench/overload.bench.ts, in a process of its own. It sends requests at an even rate, whether or not earlier
// ones were answered, and does little else: what it measures is to be the server's time and not its own.

/** What to send. */
export interface LoadOptions {
  base: string;
  /** Of the people who ask: each connection is that of one of them, in turn. */
  cookies: string[];
  requests: AppRequest[];
  connections: number;
  seconds: number;
  /** Requests a second; without it each connection sends its next request as soon as it has its reply. */
  rate?: number;
}

export interface LoadResult {
  /** For each request and status, such as `GET /health 200`, the milliseconds from sending to the reply. */
  replies: Record<string, number[]>;
  /**
   * The same less the time for which a reply may have lain here unread, because this process was busy: the server took
   * at least so long.
   */
  withoutOwnDelay: Record<string, number[]>;
  /** Requests that were due while every connection waited for a reply; never sent. */
  unsent: number;
  /** Connections that ended with a request unanswered, by what their error says. */
  broken: Record<string, number>;
  /** By how many milliseconds this process itself was late, in 99 of 100 cases. */
  ownDelayMs: number;
}

const TICK_MS = 2;
/** The end of a reply that is sent in chunks. */
const LAST_CHUNK = '\r\n0\r\n\r\n';
const LENGTH = /\r\ncontent-length: (\d+)/i;

interface Connection {
  socket: Socket;
  /** The headers of the caller. */
  head: string;
  name: string;
  sentAt: number;
  received: string;
}

async function send(order: LoadOptions): Promise<LoadResult> {
  const { base, cookies, requests, connections, seconds, rate } = order;
  const { hostname, port, host } = new URL(base);
  const heads = cookies.map(
    (cookie) => `host: ${host}\r\norigin: ${base}\r\ncookie: ${cookie}\r\n`,
  );
  const write = (index: number, headers: string): string => {
    const { method, path, body: template } = requests[index] ?? { method: 'GET', path: '/' };
    const head = `${method} ${path} HTTP/1.1\r\n${headers}`;
    if (template === undefined) return `${head}\r\n`;
    const body = fillBodyTemplate(template);
    return `${head}content-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n${body}`;
  };
  const idle: Connection[] = [];
  const open = new Set<Connection>();
  const result: LoadResult = {
    replies: {},
    withoutOwnDelay: {},
    broken: {},
    unsent: 0,
    ownDelayMs: 0,
  };
  // A reply that is read now came after the event loop last looked for some, which it does once after each tick.
  let tick = performance.now();
  let formerTick = performance.now();
  let sent = 0;
  let isOver = false;

  const sendNext = (connection: Connection) => {
    const index = sent++ % requests.length;
    connection.name = `${requests[index]?.method} ${requests[index]?.path}`;
    connection.sentAt = performance.now();
    connection.received = '';
    connection.socket.write(write(index, connection.head));
  };

  const finish = (connection: Connection) => {
    const status = connection.received.slice('HTTP/1.1 '.length, 'HTTP/1.1 200'.length);
    const name = `${connection.name} ${status}`;
    const now = performance.now();
    const ms = now - connection.sentAt;
    (result.replies[name] ??= []).push(ms);
    (result.withoutOwnDelay[name] ??= []).push(Math.max(0, ms - (now - formerTick)));
    connection.sentAt = 0;
    if (rate === undefined && !isOver) sendNext(connection);
    else idle.push(connection);
  };

  let opened = 0;
  const openOne = () =>
    new Promise<void>((resolve) => {
      const head = heads[opened++ % heads.length] ?? '';
      const socket = connect({ host: hostname, port: Number(port), noDelay: true }, () => {
        idle.push(connection);
        resolve();
      });
      const connection: Connection = { socket, head, name: '', sentAt: 0, received: '' };
      open.add(connection);
      socket.setEncoding('latin1').on('data', (text: string) => {
        connection.received += text;
        const end = connection.received.indexOf('\r\n\r\n');
        if (end < 0) return;
        const length = LENGTH.exec(connection.received.slice(0, end))?.[1];
        const isWhole =
          length === undefined
            ? connection.received.endsWith(LAST_CHUNK)
            : connection.received.length >= end + 4 + Number(length);
        if (isWhole) finish(connection);
      });
      let why = 'closed';
      socket.on('error', ({ message }) => (why = message));
      socket.on('close', () => {
        open.delete(connection);
        const index = idle.indexOf(connection);
        if (index >= 0) idle.splice(index, 1);
        if (connection.sentAt > 0) result.broken[why] = (result.broken[why] ?? 0) + 1;
        resolve();
        if (!isOver) void openOne();
      });
    });

  await Promise.all(Array.from({ length: connections }, openOne));
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const began = performance.now();
  if (rate === undefined) for (const connection of idle.splice(0)) sendNext(connection);
  let due = 0;
  const timer = setInterval(() => {
    [formerTick, tick] = [tick, performance.now()];
    if (rate === undefined) return;
    for (const until = ((performance.now() - began) / 1000) * rate; due < until; due++) {
      const connection = idle.shift();
      if (connection) sendNext(connection);
      else result.unsent += 1;
    }
  }, TICK_MS);
  await delay(seconds * 1000);
  clearInterval(timer);
  isOver = true;
  result.ownDelayMs = delays.percentile(99) / 1e6;
  // Those that are under way are waited for: a request that is never answered is to be seen.
  await delay(2000);
  for (const connection of open) {
    if (connection.sentAt > 0) result.broken['unanswered'] = (result.broken['unanswered'] ?? 0) + 1;
    connection.sentAt = 0;
    connection.socket.destroy();
  }
  return result;
}

process.send?.(await send(JSON.parse(process.argv[2] ?? '') as LoadOptions), () => process.exit(0));
