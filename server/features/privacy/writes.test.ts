import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { decrypt } from '#server/encryption.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { TEST_SERVER_SECRET } from '#server/testing/dependencies.ts';
import { type TestPerson, exportData, PASSWORD } from '#server/testing/people.ts';
import { HEALTH_CONSENT_VERSION } from '#shared/contract/assessment.ts';
import { TABLE_PRIVACY } from './policy.ts';
import { joinWaitlist } from '#server/testing/waitlist.ts';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const erase = (own: TestPerson, email = own.email) =>
  own.call('DELETE /api/users/me', { body: { email, currentPassword: PASSWORD } });

/** The tables in which something of a person still stands. */
async function findTraces({ id, uid, email }: TestPerson): Promise<string[]> {
  const found: string[] = [];
  for (const name of Object.keys(TABLE_PRIVACY).filter((table) => table !== 'jobs')) {
    const { rows } = await test.db.execute(
      sql`select 1 from ${sql.identifier(name)} t
          where t::text ilike ${`%${email}%`} or t::text like ${`%${uid}%`} or t::text like ${`%${id}%`}`,
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

/** Everything a browser may write, again and again until told to stop and twice more; counts how it was answered. */
function stream(own: TestPerson) {
  const answers = new Map<number, number>();
  let stopped = false;
  const profile = {
    firebaseUid: own.uid,
    name: 'Amelia',
    email: own.email,
    signUpMethod: 'email',
    onboardingComplete: false,
    preferredLanguage: 'en',
  };
  const writes: (() => Promise<{ status: number }>)[] = [
    ...Array.from({ length: 6 }, () => () => own.call('POST /api/users', { body: profile })),
    () =>
      test
        .createBrowser()
        .call('POST /api/auth/sign-in', { body: { email: own.email, password: PASSWORD } }),
    () => own.call('POST /api/feedback', { body: { text: 'x', page: '/', replyTo: own.email } }),
    () =>
      own.call('PUT /api/assessment/consent', {
        body: { given: true, version: HEALTH_CONSENT_VERSION },
      }),
    () => own.call('PUT /api/assessment/answers', { body: { answers: { fear_heights: 7 } } }),
    () =>
      own.call('POST /api/auth/email', {
        body: { email: `new-${own.email}`, currentPassword: PASSWORD },
      }),
    () => own.call('PATCH /api/users/me', { body: { name: 'Bessie' } }),
    () =>
      own.call('PUT /api/users/me/flight-date', {
        body: { flightDate: '2027-06-01', timeZone: 'Europe/Paris' },
      }),
  ];
  const running = writes.map(async (write) => {
    for (let left = 400, tail = 2; left > 0 && tail > 0; left--, tail -= stopped ? 1 : 0) {
      const { status } = await write();
      answers.set(status, (answers.get(status) ?? 0) + 1);
    }
  });
  return {
    answers,
    async stop() {
      stopped = true;
      await Promise.all(running);
    },
  };
}

describe('an erasure while its person goes on writing', () => {
  it('leaves no row, and whatever comes too late is answered as signed out', async () => {
    for (let round = 0; round < 4; round++) {
      const own = await test.createPerson({ state: 'no_pass' });
      const writing = stream(own);
      const { status } = await erase(own);
      await writing.stop();
      expect(status).toBe(200);
      expect(await findTraces(own)).toEqual([]);
      const unexpected = [...writing.answers].filter(
        ([status]) => ![200, 201, 401, 429].includes(status),
      );
      expect(unexpected).toEqual([]);
    }
  });

  it('finds the place on the waiting list that was taken under a former address', async () => {
    const own = await test.createPerson();
    const email = `new-${own.email}`;
    await joinWaitlist(test, own.email);
    await own.call('POST /api/auth/email', { body: { email, currentPassword: PASSWORD } });
    await test.runJobs();
    const links = test.emails.flatMap(({ to, text }) =>
      to === email ? (/mode=confirm-email#([\w-]+)/.exec(text)?.[1] ?? []) : [],
    );
    await own.call('POST /api/auth/email/confirm', { body: { token: links[0] } });
    const { tables } = await exportData(own);
    expect(tables['waitlist']).toMatchObject([{ email }]);
    expect((await erase(own, email)).status).toBe(200);
    expect(await findTraces(own)).toEqual([]);
  });

  it('drops what was on its way to them, at whatever address', async () => {
    const own = await test.createPerson();
    const email = `new-${own.email}`;
    await test
      .createBrowser()
      .call('POST /api/auth/forgot', { body: { email: own.email, language: 'en' } });
    await own.call('POST /api/auth/email', { body: { email, currentPassword: PASSWORD } });
    expect((await erase(own)).status).toBe(200);
    await test.runJobs();
    const sent = test.emails.filter(({ to }) => [own.email, email].includes(to));
    expect(sent.map(({ subject }) => subject)).toEqual(['Your Envol account has been deleted']);
    const { rows: jobs } = await test.db.execute<{ encrypted: string }>(
      sql`select data ->> 'encrypted' as encrypted from jobs.job`,
    );
    const told = jobs.map(({ encrypted }) =>
      JSON.stringify(decrypt(TEST_SERVER_SECRET, encrypted)),
    );
    expect(told.filter((job) => job.includes(own.uid) || job.includes(own.email))).toEqual([]);
  });

  it('deletes an e-mail that was being stored meanwhile', async () => {
    const kept = new Map<string, string>();
    const during = await createTestApp({
      mailer: {
        async send({ id, to, subject }) {
          if (to.startsWith('new-')) expect((await erase(own)).status).toBe(200);
          kept.set(id, `${to}: ${subject}`);
        },
        deleteStored: async (id) => void kept.delete(id),
      },
    });
    const own = await during.createPerson();
    const body = { email: `new-${own.email}`, currentPassword: PASSWORD };
    await own.call('POST /api/auth/email', { body });
    await during.runJobs();
    const left = [...kept.values()];
    expect(left.filter((name) => name.startsWith('new-'))).toEqual([]);
    expect(left.at(-1)).toBe(`${own.email}: Your Envol account has been deleted`);
    await during.close();
  });

  it('leaves no job that is over for longer than minutes', async () => {
    const { rows: queues } = await test.db.execute<{ seconds: number }>(
      sql`select deletion_seconds as seconds from jobs.queue where name not like '\\_\\_%'`,
    );
    expect(Math.max(...queues.map(({ seconds }) => seconds))).toBeLessThanOrEqual(600);
  });

  it('happens once', async () => {
    const own = await test.createPerson();
    const answers = await Promise.all([erase(own), erase(own), erase(own)]);
    const statuses = answers.map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 401, 401]);
    await test.runJobs();
    const last = test.emails.filter(({ to }) => to === own.email);
    expect(last.map(({ subject }) => subject)).toEqual(['Your Envol account has been deleted']);
  });
});
