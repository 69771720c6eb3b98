import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A call as Customer.io would receive it. */
export interface ReceivedCall {
  messageId: string;
  userId: string;
  type: string;
  [field: string]: unknown;
}

/** Replies to a batch; the calls count as accepted only when it calls `accept`. */
export type PipelineAnswer = (
  reply: ServerResponse,
  batch: readonly ReceivedCall[],
  accept: () => void,
) => void;

/** Ways in which the service can behave. */
export const PIPELINE_ANSWERS = {
  accept: (reply, _batch, accept) => {
    accept();
    reply.writeHead(200, { 'content-type': 'application/json' }).end('{"success":true}');
  },
  dead: (reply) => void reply.destroy(),
  hang: () => undefined,
  halfway: (reply) => void reply.writeHead(200, { 'content-length': '16' }).write('{"succ'),
  broken: (reply) => void reply.writeHead(503).end('<h1>503</h1>'),
  tooMany: (reply) => void reply.writeHead(429, { 'retry-after': '120' }).end(),
  wrongKey: (reply) => void reply.writeHead(401).end('{"error":"unauthorized"}'),
  portal: (reply) => void reply.writeHead(200, { 'content-type': 'text/html' }).end('<p>Sign in'),
  elsewhere: (reply) => void reply.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
  endless: (reply) => {
    const chunk = 'x'.repeat(64 * 1024);
    const write = (): void => {
      while (!reply.destroyed && reply.write(chunk));
    };
    reply.writeHead(200).on('drain', write);
    write();
  },
  refuse: (reply) => void reply.writeHead(400).end('{"error":"invalid"}'),
} satisfies Record<string, PipelineAnswer>;

/**
 * Starts a fake of Customer.io's Pipelines API on loopback, which accepts everything until its `become` changes how it
 * replies.
 */
export async function startFakePipelinesApi() {
  /** The accepted calls, in order; a call that was sent again is in it again. */
  const accepted: ReceivedCall[] = [];
  const requests: {
    authorization: string | undefined;
    strict: unknown;
    url: string | undefined;
    batch: ReceivedCall[];
  }[] = [];
  let answer: PipelineAnswer = PIPELINE_ANSWERS.accept;
  const server = createServer((request, reply) => {
    reply.on('error', () => undefined);
    void readBody(request).then((text) => {
      const { batch } = JSON.parse(text) as { batch: ReceivedCall[] };
      const { authorization, 'x-strict-mode': strict } = request.headers;
      requests.push({ authorization, strict, url: request.url, batch });
      answer(reply, batch, () => accepted.push(...batch));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    accepted,
    requests,
    /** Changes how the next batches are replied to. */
    become: (next: PipelineAnswer) => void (answer = next),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}
