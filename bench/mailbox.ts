import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface Delivery {
  to: string;
  messageId: string;
  text: string;
}

export interface MailReport {
  /** Those that never came. */
  missing: string[];
  /** Those that came with different Message-IDs, by which a receiver can't tell that they are the same. */
  mistaken: string[];
  /** How many were handed over again, with the same Message-ID. */
  repeated: number;
}

/** An SMTP server on loopback that takes its time, as real ones do: up to `receiveMs` for an e-mail. */
export async function startSlowMailbox(receiveMs: number) {
  const deliveries: Delivery[] = [];
  let onDelivery = () => {};
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        onDelivery();
        const text = Buffer.concat(chunks).toString();
        const [head = ''] = text.split('\r\n\r\n', 1);
        const messageId = /^Message-ID: (\S+)/im.exec(head)?.[1] ?? '';
        const to = envelope.rcptTo[0]?.address ?? '';
        setTimeout(() => {
          deliveries.push({ to, messageId, text });
          done();
        }, Math.random() * receiveMs);
      });
    },
  });
  // A sender that is killed breaks the connection.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    deliveries,
    url: `smtp://127.0.0.1:${port}`,
    /** Judges what came in by the names that are in its address or text. */
    judge(names: readonly string[]): MailReport {
      const own = (name: string) =>
        deliveries.filter(({ to, text }) => to === name || text.includes(name));
      const countIds = (name: string) => new Set(own(name).map(({ messageId }) => messageId)).size;
      return {
        missing: names.filter((name) => own(name).length === 0),
        mistaken: names.filter((name) => countIds(name) > 1),
        repeated: names.filter((name) => own(name).length > 1).length,
      };
    },
    /** Resolves when so many more e-mails have come in whole, and are not yet answered. */
    receive: (count: number) =>
      new Promise<void>((resolve) => {
        let left = count;
        onDelivery = () => --left <= 0 && resolve();
      }),
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}
