import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

/** An e-mail that came in whole. */
export interface Delivery {
  to: string;
  messageId: string;
  text: string;
}

/** An SMTP server on loopback that takes its time, as real ones do: up to `receiveMs` for an e-mail. */
export async function openMailbox(receiveMs: number) {
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
    /** Resolves when so many more e-mails have come in whole, and are not yet answered. */
    receive: (count: number) =>
      new Promise<void>((resolve) => {
        let left = count;
        onDelivery = () => --left <= 0 && resolve();
      }),
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  };
}
