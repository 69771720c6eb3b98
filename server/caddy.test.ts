import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { type IncomingHttpHeaders, type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { buildApp } from '#server/app.ts';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import { createTestPerson } from '#server/testing/people.ts';
import { createTestMediaStore } from '#server/testing/media.ts';
import { MAX_CHUNK_BYTES } from '#shared/contract/uploads.ts';
import { findFreePorts } from '../bench/cluster-machines.ts';

// The Caddyfile of docs/operate.md in a real Caddy (Debian's package `caddy`); left out where there is none. Only what a
// test cannot have is changed: the ports, and who signs the certificate.

const page = readFileSync(path.join(import.meta.dirname, '../docs/operate.md'), 'utf8');
const caddyfile = /^```caddyfile\n(.*?)^```/ms.exec(page)?.[1] ?? '';
const NAME = 'envol.example';
const ORIGIN = `https://${NAME}`;
const version = spawnSync('caddy', ['version'], { encoding: 'utf8' });

let test: TestApp;
let media: Awaited<ReturnType<typeof createTestMediaStore>>;
let folder: string;
let caddy: ChildProcess | undefined;
let ports: Record<'http' | 'https', number>;
/** The headers of the last request that Caddy passed on. */
let passedOn: IncomingHttpHeaders;

interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  isPlain?: boolean;
}

/** Sends a request to Caddy, as a browser that has looked the name up. */
async function send(target: string, { method, headers, body = '', isPlain }: Sent = {}) {
  const options = {
    host: '127.0.0.1',
    path: target,
    method: method ?? 'GET',
    agent: false,
    headers: { host: NAME, origin: ORIGIN, 'content-length': body.length, ...headers },
  } as const;
  const request = isPlain
    ? requestPlain({ ...options, port: ports.http })
    : requestSecure({ ...options, port: ports.https, servername: NAME, rejectUnauthorized: false });
  const replied = once(request, 'response') as Promise<[IncomingMessage]>;
  request.end(body);
  const [reply] = await replied;
  return { status: reply.statusCode, headers: reply.headers, text: await text(reply) };
}

async function startCaddy(): Promise<void> {
  const [http = 0, https = 0] = await findFreePorts(2);
  ports = { http, https };
  const { port } = test.app.server.address() as AddressInfo;
  const file = path.join(folder, 'Caddyfile');
  await writeFile(
    file,
    `{
	admin off
	http_port ${http}
	https_port ${https}
	default_bind 127.0.0.1
	local_certs
	skip_install_trust
}
${caddyfile.replace('127.0.0.1:3000', `127.0.0.1:${port}`)}`,
  );
  const options = ['run', '--config', file, '--adapter', 'caddyfile'];
  const env = { PATH: process.env['PATH'], HOME: folder, XDG_DATA_HOME: folder };
  caddy = spawn('caddy', options, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  caddy.stderr?.on('data', (chunk: Buffer) => (said += chunk.toString()));
  // The certificate is there a moment after the port is open.
  await vi.waitFor(
    async () => {
      const { status } = await send('/health').catch((error: unknown) => ({ status: error }));
      expect(status, said).toBe(200);
    },
    { timeout: 60_000, interval: 50 },
  );
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'envol-caddy-'));
  media = await createTestMediaStore();
  test = await createTestApp({
    media: media.media,
    publicUrl: ORIGIN,
    baseUrl: ORIGIN,
    trustedProxies: ['127.0.0.1'],
  });
  test.app.server.on('request', ({ headers }: IncomingMessage) => (passedOn = headers));
  await test.app.listen({ host: '127.0.0.1', port: 0 });
  if (version.status === 0) await startCaddy();
});
afterAll(async () => {
  if (caddy?.kill()) await once(caddy, 'exit');
  await test.close();
  await media.remove();
  await rm(folder, { recursive: true });
});

describe.skipIf(version.status !== 0)('the Caddyfile of docs/operate.md', () => {
  it('is one that Caddy takes, written as Caddy writes it', () => {
    const file = path.join(folder, 'Caddyfile.page');
    const run = (...words: string[]) =>
      spawnSync('caddy', words, {
        input: caddyfile,
        encoding: 'utf8',
        env: { ...process.env, HOME: folder },
      });
    expect(run('fmt', '-').stdout).toBe(caddyfile);
    spawnSync('tee', [file], { input: caddyfile });
    const { status, stderr } = run('validate', '--config', file, '--adapter', 'caddyfile');
    expect(status, stderr).toBe(0);
  });

  it('leads from http to https', async () => {
    const { status, headers } = await send('/read?from=search', { isPlain: true });
    expect(status).toBe(308);
    expect(headers.location?.replace(`:${ports.https}`, '')).toBe(`${ORIGIN}/read?from=search`);
  });

  it('passes on what comes, with HSTS, and the name that people use', async () => {
    const { status, headers } = await send('/api/config');
    expect(status).toBe(200);
    expect(headers['strict-transport-security']).toMatch(/max-age=\d{7}/);
    expect(passedOn).toMatchObject({ host: NAME, 'x-forwarded-proto': 'https' });
  });

  it('says the address of whoever asks, and believes nobody who names another', async () => {
    await send('/health', { headers: { 'x-forwarded-for': '203.0.113.7' } });
    expect(passedOn['x-forwarded-for']).toBe('127.0.0.1');
  });

  it('lets people sign in, and refuses the pages of others', async () => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ email: 'ada@example.org', password: 'not the password' });
    const signIn = (origin: string) =>
      send('/api/auth/sign-in', { method: 'POST', headers: { ...headers, origin }, body });
    expect((await signIn(ORIGIN)).text).toContain('wrong_credentials');
    expect((await signIn('https://evil.example')).text).toContain('forbidden_origin');
  });

  it('passes on a recording of 40 MB, as the studio sends it', async () => {
    // People of tests sign in at a local name.
    const local = await buildApp({ ...test.app.dependencies, publicUrl: undefined });
    const admin = await createTestPerson(local, test.db, { state: 'admin' });
    await local.close();
    const own = { cookie: admin.cookie() };
    const part = randomBytes(MAX_CHUNK_BYTES);
    const bytes = 40_000_000 - (40_000_000 % part.length);
    const begun = await send('/api/admin/uploads', {
      method: 'POST',
      headers: { ...own, 'content-type': 'application/json' },
      body: JSON.stringify({ bytes, fingerprint: 'a'.repeat(64) }),
    });
    const { id } = JSON.parse(begun.text) as { id: string };
    let last = '';
    for (let offset = 0; offset < bytes; offset += part.length)
      last = (
        await send(`/api/admin/uploads/${id}?offset=${offset}`, {
          method: 'PATCH',
          headers: { ...own, 'content-type': 'application/offset+octet-stream' },
          body: part,
        })
      ).text;
    expect(last).toBe(JSON.stringify({ offset: bytes }));
  });
});
