import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { stopServerBySignal, startServer } from '../../../bench/server-process.ts';
import { runPeriodicTasks } from '#server/periodic-tasks.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { buildCookieConsentBody } from '#server/testing/cookie-consent.ts';
import { type TestPerson, PASSWORD } from '#server/testing/people.ts';
import { PIPELINE_ANSWERS, startFakePipelinesApi } from '#server/testing/pipelines.ts';
import { sendEventBatch } from './send-events.ts';
import { createTracker, createTrackerErasureTarget } from './service.ts';
import { EVENT_CLAIM_MS } from './writes.ts';

let pipelines: Awaited<ReturnType<typeof startFakePipelinesApi>>;
let test: TestApp;
const connect = () =>
  createTracker({ writeKey: 'key', region: 'eu', apiBase: pipelines.url, timeoutMs: 2_000 });

beforeAll(async () => {
  pipelines = await startFakePipelinesApi();
  const tracker = connect();
  const externalServices = new Map([['customerio', createTrackerErasureTarget(tracker)]]);
  test = await createTestApp({ tracker, externalServices });
});
beforeEach(async () => {
  pipelines.become(PIPELINE_ANSWERS.accept);
  pipelines.accepted.length = 0;
  await test.db.execute('delete from tracking_events');
});
afterAll(async () => {
  await test.close();
  await pipelines.close();
});

const page = (path = '/', search = '') => ({
  url: `http://localhost${path}${search}`,
  title: 'Envol',
  referrer: '',
  path,
  search,
});
const view = (own: TestPerson, path?: string, search?: string) =>
  own.call('POST /api/customerio/page-view', { body: page(path, search) });
const allow = (own: TestPerson, analyticsCookies = true) =>
  own.call('POST /api/cookie-consent', { body: buildCookieConsentBody({ analyticsCookies }) });
const createTracked = async () => {
  const own = await test.createPerson();
  await allow(own);
  return own;
};
const countKept = async () => (await test.db.execute('select id from tracking_events')).rows.length;
const send = () => sendEventBatch(test.app.dependencies, connect());
const sendAll = async () => {
  while ((await send()).kind === 'settled');
};

describe('what somebody does', () => {
  it('is kept and sent with their consent to analytics, without what is personal', async () => {
    const own = await createTracked();
    await own.call('POST /api/customerio/sign-in', { body: {} });
    await view(own, '/content-library', '?q=my+own+words&sort=newest');
    await sendAll();
    const person = { userId: own.id, timestamp: test.clock().toISOString() };
    const path = '/content-library/:category?';
    expect(pipelines.accepted).toEqual([
      {
        ...person,
        messageId: expect.any(String) as string,
        type: 'identify',
        traits: { language: 'en' },
      },
      { ...person, messageId: expect.any(String) as string, type: 'track', event: 'Signed In' },
      {
        ...person,
        messageId: expect.any(String) as string,
        type: 'page',
        name: path,
        properties: {
          url: `http://localhost${path}`,
          title: '',
          referrer: '',
          path,
          search: '',
        },
      },
    ]);
    const sent = JSON.stringify(pipelines.requests.at(-1));
    for (const personal of [own.email, 'my own words', 'my+own'])
      expect(sent).not.toContain(personal);
    expect(pipelines.requests.at(-1)).toMatchObject({
      url: '/v1/batch',
      authorization: `Basic ${Buffer.from('key:').toString('base64')}`,
      strict: '1',
    });
    expect(await countKept()).toBe(0);
  });

  it('is not kept without consent, after a refusal, or once it was withdrawn', async () => {
    const own = await test.createPerson();
    expect((await view(own)).status).toBe(200);
    await allow(own, false);
    await view(own);
    await allow(own);
    await own.call('DELETE /api/cookie-consent/:id', { params: { id: own.id } });
    await view(own);
    expect(await countKept()).toBe(0);
  });

  it('is not kept from the next request on once another device refused, which the reply tells', async () => {
    const own = await createTracked();
    expect((await view(own)).body).toEqual({ ok: true, isAllowed: true });
    expect(await countKept()).toBe(1);
    const otherDevice = test.createBrowser();
    const body = { email: own.email, password: PASSWORD };
    await otherDevice.call('POST /api/auth/sign-in', { body });
    await allow({ ...own, ...otherDevice }, false);
    expect((await view(own)).body).toEqual({ ok: true, isAllowed: false });
    const again = await own.call('POST /api/customerio/sign-in', { body: {} });
    expect(again.body).toEqual({ ok: true, isAllowed: false });
    expect(await countKept()).toBe(1);
  });

  it('is no longer sent once consent was withdrawn, while others’ is', async () => {
    const own = await createTracked();
    const other = await createTracked();
    await view(own);
    await view(other);
    await allow(own, false);
    await sendAll();
    expect(pipelines.accepted).toMatchObject([{ userId: other.id, type: 'page' }]);
    expect(await countKept()).toBe(0);
  });

  it('is not kept where no key is set', async () => {
    const bare = await createTestApp();
    onTestFinished(() => bare.close());
    const own = await bare.createPerson();
    await allow(own);
    expect((await view(own)).status).toBe(200);
    expect((await bare.db.execute('select id from tracking_events')).rows).toEqual([]);
  });

  /** Reports so many pages, a hundred at once; resolves to the replies. */
  const viewOften = async (own: TestPerson, count: number) => {
    const statuses: number[] = [];
    for (let left = count; left > 0; left -= 100) {
      const batch = Array.from({ length: Math.min(left, 100) }, () => view(own));
      statuses.push(...(await Promise.all(batch)).map(({ status }) => status));
    }
    return statuses;
  };

  it('fills no table, however often it is reported and however long nobody takes it', async () => {
    const own = await createTracked();
    const statuses = await viewOften(own, 610);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
    const start = test.clock();
    onTestFinished(() => test.clock.set(start));
    test.clock.advance(15 * 86_400_000);
    await runPeriodicTasks(test.app.dependencies);
    expect(await countKept()).toBe(0);
  });
});

describe('a service that', () => {
  it.each([
    'dead',
    'hang',
    'halfway',
    'broken',
    'tooMany',
    'wrongKey',
    'portal',
    'elsewhere',
    'endless',
  ] as const)(
    'is at fault (%s) loses nothing, and gets the same under the same ids later',
    async (fault) => {
      const own = await createTracked();
      for (const path of ['/', '/programs', '/profile']) await view(own, path);
      pipelines.become(PIPELINE_ANSWERS[fault]);
      expect(await send()).toMatchObject({
        kind: 'failed',
        ...(fault === 'tooMany' && { pauseMs: 120_000 }),
      });
      const first = pipelines.requests.at(-1)?.batch.map(({ messageId }) => messageId);
      expect(await countKept()).toBe(3);
      pipelines.become(PIPELINE_ANSWERS.accept);
      await sendAll();
      expect(pipelines.accepted.map(({ messageId }) => messageId)).toEqual(first);
    },
  );

  it('refuses one event for good gets all the others', async () => {
    const own = await createTracked();
    for (let count = 0; count < 9; count++) await view(own, count === 4 ? '/profile' : '/');
    const hasPoison = (batch: readonly object[]) => JSON.stringify(batch).includes('"/profile"');
    pipelines.become((reply, batch, accept) =>
      (hasPoison(batch) ? PIPELINE_ANSWERS.refuse : PIPELINE_ANSWERS.accept)(reply, batch, accept),
    );
    await sendAll();
    expect(pipelines.accepted).toHaveLength(8);
    expect(await countKept()).toBe(0);
  });

  it('is asked by two servers at once gets each event once', async () => {
    const own = await createTracked();
    for (let count = 0; count < 150; count++) await view(own);
    await Promise.all([sendAll(), sendAll(), sendAll()]);
    const ids = pipelines.accepted.map(({ messageId }) => messageId);
    expect([ids.length, new Set(ids).size]).toEqual([150, 150]);
  });

  it('was being asked by a server that was killed is asked again', async () => {
    await view(await createTracked());
    // As a server that is killed leaves it: claimed, and never settled.
    const killed = { ...connect(), send: () => Promise.reject(new Error('killed')) };
    await expect(sendEventBatch(test.app.dependencies, killed)).rejects.toThrow('killed');
    expect(await send()).toEqual({ kind: 'idle' });
    const start = test.clock();
    onTestFinished(() => test.clock.set(start));
    test.clock.advance(EVENT_CLAIM_MS);
    await sendAll();
    expect(pipelines.accepted).toHaveLength(1);
  });
});

it('an erasure deletes what was not sent, and is passed on until it is taken', async () => {
  const own = await createTracked();
  await view(own);
  await own.call('DELETE /api/users/me', {
    body: { email: own.email, currentPassword: PASSWORD },
  });
  expect(await countKept()).toBe(0);
  pipelines.become(PIPELINE_ANSWERS.broken);
  await test.runJobs();
  expect(pipelines.accepted).toEqual([]);
  pipelines.become(PIPELINE_ANSWERS.accept);
  await test.runJobs();
  expect(pipelines.accepted).toEqual([
    { type: 'track', event: 'User Deleted', userId: own.id, messageId: `erase-${own.id}` },
  ]);
});

it('1,000 page views arrive under one id each, the service dead, slow, then well, a server killed at it', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'envol-tracking-'));
  await chmod(dataDir, 0o777);
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const settings = {
    DATABASE_URL: test.url,
    CUSTOMERIO_WRITE_KEY: 'key',
    CUSTOMERIO_API_BASE: pipelines.url,
  };
  pipelines.become(PIPELINE_ANSWERS.dead);
  const people = [await createTracked(), await createTracked()];
  const first = await startServer(dataDir, settings);
  onTestFinished(() => void first.child.kill('SIGKILL'));
  for (let round = 0; round < 10; round++)
    await Promise.all(people.flatMap((own) => Array.from({ length: 50 }, () => view(own))));
  expect(await countKept()).toBe(1_000);
  // Slow, and killed with a batch accepted whose acknowledgement never came.
  const struck = new Promise<void>((resolve) => {
    pipelines.become((_reply, _batch, accept) => {
      accept();
      resolve();
    });
  });
  await struck;
  await stopServerBySignal(first, 'SIGKILL');
  pipelines.become((reply, batch, accept) =>
    setTimeout(() => PIPELINE_ANSWERS.accept(reply, batch, accept), 50),
  );
  const second = await startServer(dataDir, settings);
  onTestFinished(() => void second.child.kill('SIGKILL'));
  await expect.poll(countKept, { timeout: 240_000 }).toBe(0);
  await stopServerBySignal(second, 'SIGTERM');
  const ids = pipelines.accepted.map(({ messageId }) => messageId);
  expect(new Set(ids).size).toBe(1_000);
  // Only what was accepted while the server died is sent again, under the same ids.
  expect(ids.length).toBe(1_100);
});
