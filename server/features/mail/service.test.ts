import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import PostalMime from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { PermanentJobError } from '#server/db/job-runner.ts';
import { type JobData, type JobHandlers, openJobQueue } from '#server/db/jobs.ts';
import { createLog } from '#server/log.ts';
import { computeBlindIndex } from '#server/encryption.ts';
import { createTestDatabase } from '#server/testing/database.ts';
import { TEST_SERVER_SECRET } from '#server/testing/dependencies.ts';
import type { Email } from './emails.ts';
import {
  createMailer,
  deleteStoredEmailsAboutPerson,
  listStoredEmails,
  type Mailer,
  readStoredEmail,
} from './service.ts';
import { runMailJob, queueEmailWithinLimits } from './writes.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

const EMAIL: Email = {
  name: 'resetPassword',
  to: 'ada@example.org',
  language: 'fr',
  link: 'https://envol.example/auth?mode=reset#secret',
};
const from = 'Envol <hello@envol.example>';

/** A real SMTP server on loopback; resolves to a mailer that sends there, and to what it took. */
async function smtp(options: Partial<SMTPServerOptions> = {}) {
  const taken: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, _session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        taken.push(Buffer.concat(chunks).toString());
        done();
      });
    },
    ...options,
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => new Promise<void>((resolve) => server.close(resolve)));
  const { port } = server.server.address() as AddressInfo;
  return { taken, mailer: mailerTo(port) };
}

function mailerTo(port: number, timeouts?: Parameters<typeof createMailer>[0]['timeouts']) {
  return createMailer({ smtpUrl: `smtp://127.0.0.1:${port}`, from, mailFolder: '/none', timeouts });
}

/** A mailer with little patience for a server that does to every connection what it is told. */
async function peer(onConnection: (socket: Socket) => void): Promise<Mailer> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    onConnection(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closing.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return mailerTo(port, { connectMs: 300, silenceMs: 300 });
}

async function queued(email = EMAIL) {
  const database = await createTestDatabase();
  const jobs = await openJobQueue(
    { query: database.query },
    { log: createLog({ level: 'silent' }) },
  );
  closing.push(
    () => database.close(),
    () => jobs.close(),
  );
  await queueEmailWithinLimits(
    { jobs, secret: TEST_SERVER_SECRET, clock: () => new Date() },
    database.db,
    email,
  );
  return {
    async work(mailer: Mailer) {
      const mail = ({ encrypted }: JobData, id: string) =>
        runMailJob({ db: database.db, mailer, jobs, secret: TEST_SERVER_SECRET }, encrypted, id);
      const done = await jobs.runPending({ mail } as unknown as JobHandlers);
      return done.map(({ outcome }) => outcome);
    },
  };
}

describe('an e-mail', () => {
  it('reaches the SMTP server with the same words as HTML and as text', async () => {
    const { taken, mailer } = await smtp();
    const queue = await queued();
    expect(await queue.work(mailer)).toEqual(['done']);
    const mail = await PostalMime.parse(taken[0] ?? '');
    expect(mail).toMatchObject({
      from: { address: 'hello@envol.example', name: 'Envol' },
      to: [{ address: 'ada@example.org' }],
      subject: 'Un nouveau mot de passe pour Envol',
    });
    expect(mail.html).toContain(`href="${EMAIL.link}"`);
    expect(mail.html).toContain('lang="fr"');
    expect(mail.text).toContain(EMAIL.link);
    expect(mail.text).toContain('ne sert qu’une fois');
  });

  it('is sent once', async () => {
    const { taken, mailer } = await smtp();
    const queue = await queued();
    await Promise.all([queue.work(mailer), queue.work(mailer), queue.work(mailer)]);
    expect(await queue.work(mailer)).toEqual([]);
    expect(taken).toHaveLength(1);
  });

  it('is tried again after a 4xx answer, and carries the same id', async () => {
    let tries = 0;
    const ids: string[] = [];
    const { taken, mailer } = await smtp({
      onRcptTo(_address, _session, done) {
        tries += 1;
        done(tries < 3 ? Object.assign(new Error('busy'), { responseCode: 451 }) : null);
      },
    });
    const remember: Mailer = {
      send: (post) => {
        ids.push(post.id);
        return mailer.send(post);
      },
    };
    const queue = await queued();
    expect(await queue.work(remember)).toEqual(['Error SMTP 451']);
    expect(await queue.work(remember)).toEqual(['Error SMTP 451']);
    expect(await queue.work(remember)).toEqual(['done']);
    expect(taken).toHaveLength(1);
    expect(new Set(ids).size).toBe(1);
    expect((await PostalMime.parse(taken[0] ?? '')).messageId).toBe(`<${ids[0]}@envol.example>`);
  });

  it('is given up after a 5xx answer', async () => {
    const { mailer } = await smtp({
      onRcptTo: (_address, _session, done) =>
        done(Object.assign(new Error('no ada@example.org here'), { responseCode: 550 })),
    });
    const queue = await queued();
    expect(await queue.work(mailer)).toEqual(['gave up: SMTP 550']);
    expect(await queue.work(mailer)).toEqual([]);
  });

  it.each([
    ['hangs before it greets', () => undefined],
    ['hangs after it greeted', (socket: Socket) => void socket.write('220 here\r\n')],
    ['resets the connection', (socket: Socket) => void socket.resetAndDestroy()],
    ['hangs up', (socket: Socket) => void socket.end()],
  ])('is kept for another try by a server that %s', async (_what, behave) => {
    const queue = await queued();
    const [outcome] = await queue.work(await peer(behave));
    expect(outcome).toMatch(/^Error E/);
    const { taken, mailer } = await smtp();
    expect(await queue.work(mailer)).toEqual(['done']);
    expect(taken).toHaveLength(1);
  });

  it('is left to another try by a server that is slow at every step, before the queue does so', async () => {
    const ended = Promise.withResolvers<void>();
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('close', () => ended.resolve());
      // A word every 100 ms, within the silence that is allowed, and never the last.
      const talk = setInterval(() => socket.write('220-one moment\r\n'), 100);
      socket.on('close', () => clearInterval(talk));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    closing.push(() => server.close());
    const { port } = server.address() as AddressInfo;
    const mailer = mailerTo(port, { connectMs: 60_000, silenceMs: 60_000, wholeMs: 500 });
    const queue = await queued();
    expect(await queue.work(mailer)).toEqual(['Error EABORT']);
    await ended.promise;
  });

  it('leaves no address in what the queue keeps of a failure', async () => {
    const { mailer } = await smtp({
      onRcptTo: (_address, _session, done) =>
        done(Object.assign(new Error('no ada@example.org here'), { responseCode: 450 })),
    });
    const post = { id: 'x', to: 'ada@example.org', subject: 's', html: 'h', text: 't' };
    await expect(mailer.send(post)).rejects.not.toThrow(/ada/);
    await expect(mailer.send(post)).rejects.not.toBeInstanceOf(PermanentJobError);
  });
});

describe('without an SMTP server', () => {
  it('e-mails that nobody sends lie in a folder, newest first, as they would have been sent', async () => {
    const mailFolder = path.join(await mkdtemp(path.join(tmpdir(), 'envol-mail-')), 'mailFolder');
    closing.push(() => rm(path.dirname(mailFolder), { recursive: true }));
    expect(await listStoredEmails(mailFolder, 10)).toEqual([]);
    const mailer = createMailer({ smtpUrl: null, from, mailFolder });
    const queue = await queued();
    await queue.work(mailer);
    const [kept, ...others] = await listStoredEmails(mailFolder, 10);
    expect(others).toEqual([]);
    const mail = await PostalMime.parse((await readStoredEmail(mailFolder, kept?.id ?? '')) ?? '');
    expect(mail.to?.[0]?.address).toBe('ada@example.org');
  });

  it('e-mails to an erased person are deleted, and so are old ones', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'envol-mail-'));
    closing.push(() => rm(folder, { recursive: true }));
    const mailer = createMailer({ smtpUrl: null, from, mailFolder: folder });
    const post = { subject: 'x', html: 'x', text: 'To: ada@example.org' };
    const old = path.join(folder, 'a0000000-0000-4000-8000-000000000003.eml');
    await mailer.send({ ...post, id: 'a0000000-0000-4000-8000-000000000003', to: 'z@example.org' });
    const eightDaysAgo = new Date(Date.now() - 8 * 86_400_000);
    await utimes(old, eightDaysAgo, eightDaysAgo);
    await mailer.send({
      ...post,
      id: 'a0000000-0000-4000-8000-000000000001',
      to: 'a-former-address@example.org',
      about: [
        computeBlindIndex(TEST_SERVER_SECRET, 'a-former-address@example.org'),
        computeBlindIndex(TEST_SERVER_SECRET, 'uid of ada'),
      ],
    });
    await mailer.send({ ...post, id: 'a0000000-0000-4000-8000-000000000002', to: 'b@example.org' });
    expect(await listStoredEmails(folder, 10)).toHaveLength(2);
    await deleteStoredEmailsAboutPerson(folder, [
      computeBlindIndex(TEST_SERVER_SECRET, 'uid of ada'),
    ]);
    const [left, ...others] = await listStoredEmails(folder, 10);
    expect([left?.id, others]).toEqual(['a0000000-0000-4000-8000-000000000002', []]);
  });
});
