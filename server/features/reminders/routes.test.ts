import {
  createDecipheriv,
  createECDH,
  createPublicKey,
  hkdfSync,
  randomBytes,
  verify,
} from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { runPeriodicTasks } from '#server/periodic-tasks.ts';
import { createTestApp, type TestApp } from '#server/testing/app.ts';
import { TEST_SERVER_SECRET } from '#server/testing/dependencies.ts';
import type { TestPerson } from '#server/testing/people.ts';
import { encryptPushMessage, isPushServiceUrl } from './policy.ts';
import { createPushService } from './service.ts';
import { pushSubscriptions, reminders } from './table.ts';

const START = '2026-11-22T06:30:00Z';

/** A browser with its push service: keeps what it is sent, decrypted with the browser's own keys (RFC 8291). */
function createBrowser() {
  const keys = createECDH('prime256v1');
  keys.generateKeys();
  const auth = randomBytes(16);
  const decrypt = (body: Buffer) => {
    const salt = body.subarray(0, 16);
    const size = body.readUInt8(20);
    const theirs = body.subarray(21, 21 + size);
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), theirs]);
    const key = Buffer.from(hkdfSync('sha256', keys.computeSecret(theirs), auth, info, 32));
    const derive = (name: string, length: number) =>
      Buffer.from(hkdfSync('sha256', key, salt, `Content-Encoding: ${name}\0`, length));
    const sealed = body.subarray(21 + size);
    const decipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
    decipher.setAuthTag(sealed.subarray(-16));
    const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
    expect(plain.at(-1)).toBe(2);
    return JSON.parse(plain.subarray(0, -1).toString()) as { title: string; token: string };
  };
  return { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url'), decrypt };
}

/** Checks that a push service would believe who sends. */
function checkVapid(header: string, endpoint: string): void {
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(header) ?? [];
  const [head = '', claims = '', signature = ''] = token.split('.');
  const open = Buffer.from(key, 'base64url');
  const x = open.subarray(1, 33).toString('base64url');
  const y = open.subarray(33).toString('base64url');
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  expect(isSigned).toBe(true);
  const { aud } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string };
  expect(aud).toBe(new URL(endpoint).origin);
}

let site: TestApp;
let service: Server;
let origin: string;
let status = 201;
let received: { path: string; header: string; body: Buffer }[] = [];
beforeAll(async () => {
  service = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { url = '', headers } = request;
      if (status < 300)
        received.push({
          path: url,
          header: headers.authorization ?? '',
          body: Buffer.concat(parts),
        });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  const push = createPushService({
    secret: TEST_SERVER_SECRET,
    contact: 'mailto:a@example.org',
    accepts: (endpoint) => endpoint.startsWith(origin),
  });
  site = await createTestApp({ clock: START, push });
});
beforeEach(() => {
  site.clock.set(START);
  status = 201;
  received = [];
  site.emails.length = 0;
});
afterAll(async () => {
  await site.close();
  service.close();
});

const wishes = {
  channel: 'push' as 'push' | 'email',
  hour: 8,
  timeZone: 'Europe/Paris',
  practice: true,
  pack: true,
  evening: true,
};
let browsers = 0;
async function askForPush(person: TestPerson, change: Partial<typeof wishes> = {}) {
  const browser = createBrowser();
  const endpoint = `${origin}/${(browsers += 1)}`;
  const { p256dh, auth } = browser;
  const subscription = { endpoint, p256dh, auth };
  const reply = await person.call('PUT /api/reminders', {
    body: { ...wishes, ...change, subscription },
  });
  expect(reply.status).toBe(200);
  return { browser, endpoint, path: new URL(endpoint).pathname };
}
/** Lets it become a time of day and has the server look; what is to be sent is sent. */
async function passUntil(instant: string): Promise<void> {
  site.clock.set(instant);
  await runPeriodicTasks(site.app.dependencies);
  await site.runJobs();
}
const end = (person: TestPerson) => person.call('DELETE /api/reminders');

describe('a reminder by push', () => {
  it('comes at the hour chosen, once, in words that the browser alone can read', async () => {
    const ada = await site.createPerson({ language: 'fr' });
    const { browser, endpoint } = await askForPush(ada);
    await passUntil('2026-11-22T06:50:00Z');
    expect(received).toEqual([]);
    await passUntil('2026-11-22T07:05:00Z');
    await passUntil('2026-11-22T07:15:00Z');
    expect(received).toHaveLength(1);
    const { header, body } = received[0] ?? { header: '', body: Buffer.alloc(0) };
    checkVapid(header, endpoint);
    expect(body.includes('calme')).toBe(false);
    const message = browser.decrypt(body);
    expect(message).toMatchObject({
      title: 'Quelques minutes de calme, si vous voulez',
      page: '/',
      end: 'Arrêter tous les rappels',
    });
    await end(ada);
  });

  it('is tried again while the push service stands still, and a browser that is gone is forgotten', async () => {
    const ada = await site.createPerson();
    const { path } = await askForPush(ada);
    status = 503;
    await passUntil('2026-11-22T07:05:00Z');
    expect(received).toEqual([]);
    status = 201;
    await site.runJobs();
    expect(received.map((one) => one.path)).toEqual([path]);
    status = 410;
    await passUntil('2026-11-23T07:05:00Z');
    const left = await site.db
      .select()
      .from(pushSubscriptions)
      .where(eq(pushSubscriptions.userId, ada.id));
    expect(left).toEqual([]);
    await end(ada);
  });

  it('is silent after three that were not opened, until one is opened or they are asked for again', async () => {
    const ada = await site.createPerson();
    const { browser } = await askForPush(ada);
    for (const day of [22, 23, 24, 25]) await passUntil(`2026-11-${day}T07:05:00Z`);
    expect(received).toHaveLength(3);
    expect((await ada.call('GET /api/reminders')).body.wishes).toMatchObject({ isResting: true });
    const { token } = browser.decrypt(received[0]?.body ?? Buffer.alloc(0));
    const opened = await site
      .createBrowser()
      .call('POST /api/reminders/opened', { body: { token } });
    expect(opened.status).toBe(200);
    await passUntil('2026-11-26T07:05:00Z');
    expect(received).toHaveLength(4);
    await end(ada);
  });

  it('leaves out a moment at which the server stood still, and whoever practised that day', async () => {
    const ada = await site.createPerson();
    await askForPush(ada);
    await passUntil('2026-11-22T12:00:00Z');
    expect(received).toEqual([]);
    const [row] = await site.db.select().from(reminders).where(eq(reminders.userId, ada.id));
    expect(row?.nextAt.toISOString()).toBe('2026-11-22T17:00:00.000Z');
    await end(ada);
  });

  it('comes no more to a browser that ended its subscription, signed out, and nobody else can end it', async () => {
    const ada = await site.createPerson();
    const { browser, endpoint } = await askForPush(ada);
    const tell = (auth: string) =>
      site.createBrowser().call('POST /api/reminders/unsubscribed', { body: { endpoint, auth } });
    const countRows = () =>
      site.db.$count(pushSubscriptions, eq(pushSubscriptions.endpoint, endpoint));
    expect((await tell(createBrowser().auth)).status).toBe(200);
    expect(await countRows()).toBe(1);
    expect((await tell(browser.auth)).status).toBe(200);
    expect(await countRows()).toBe(0);
    await end(ada);
  });

  it('goes to no address but those of push services', async () => {
    expect(isPushServiceUrl('https://fcm.googleapis.com/fcm/send/a')).toBe(true);
    expect(isPushServiceUrl('https://web.push.apple.com/a')).toBe(true);
    for (const elsewhere of [
      'http://fcm.googleapis.com/a',
      'https://127.0.0.1/a',
      'https://fcm.googleapis.com.example.org/a',
      'https://fcm.googleapis.com:8443/a',
    ])
      expect(isPushServiceUrl(elsewhere)).toBe(false);
    const ada = await site.createPerson();
    const { p256dh, auth } = createBrowser();
    const subscription = { endpoint: 'https://127.0.0.2/a', p256dh, auth };
    const refused = await ada.call('PUT /api/reminders', { body: { ...wishes, subscription } });
    expect([refused.status, refused.body.error?.code]).toEqual([422, 'push_service_unknown']);
  });
});

describe('a reminder by email', () => {
  it('is of the pack two days before a flight and of the evening before, and ends by its link without a sign-in', async () => {
    const ada = await site.createPerson();
    await ada.call('PUT /api/reminders', {
      body: { ...wishes, channel: 'email', practice: false },
    });
    await ada.call('PUT /api/users/me/flight-date', {
      body: { flightDate: '2026-11-24', timeZone: 'Europe/Paris' },
    });
    for (const at of ['22T07:05', '22T17:05', '23T07:05', '23T17:05'])
      await passUntil(`2026-11-${at}:00Z`);
    expect(site.emails.map(({ subject }) => subject)).toEqual([
      'Two days to go: check what you’ll have offline',
      'For tomorrow: one short session, then rest',
    ]);
    const [, token = ''] = /reminders#end\/([\w.-]+)/.exec(site.emails[0]?.html ?? '') ?? [];
    const ended = await site.createBrowser().call('POST /api/reminders/end', { body: { token } });
    expect(ended.status).toBe(200);
    expect((await ada.call('GET /api/reminders')).body.wishes).toBeNull();
    const forged = { token: `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}` };
    const refused = await site.createBrowser().call('POST /api/reminders/end', { body: forged });
    expect(refused.status).toBe(422);
  });

  it('is never of days that were missed', async () => {
    const ada = await site.createPerson();
    await ada.call('PUT /api/reminders', { body: { ...wishes, channel: 'email' } });
    await passUntil('2026-11-22T07:05:00Z');
    expect(site.emails).toHaveLength(1);
    expect(site.emails[0]?.text).not.toMatch(/missed|streak|\d+ days|since/i);
    await end(ada);
  });
});

it('a message is encrypted as RFC 8291 has it in its appendix', () => {
  const keys = createECDH('prime256v1');
  keys.setPrivateKey(Buffer.from('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url'));
  const browser = {
    p256dh:
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
  const salt = Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url');
  const message = 'When I grow up, I want to be a watermelon';
  expect(encryptPushMessage(message, browser, { keys, salt }).toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});
