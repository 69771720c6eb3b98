import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import type { TestPerson } from '#server/testing/people.ts';
import { listPeople } from './reads.ts';

let test: TestApp;
let admin: TestPerson;
let people: Record<'onboarding' | 'no_pass' | 'pass', TestPerson>;
beforeAll(async () => {
  test = await createTestApp();
  admin = await test.createPerson({ state: 'admin' });
  people = {
    onboarding: await test.createPerson({ state: 'onboarding', name: 'Ines New' }),
    no_pass: await test.createPerson({ state: 'no_pass', name: 'Noor Without' }),
    pass: await test.createPerson({ state: 'pass', name: 'Pia With' }),
  };
});
afterAll(() => test.close());

type Body = {
  part?: string;
  state?: 'onboarding' | 'no_pass' | 'pass' | 'admin';
  lastHere?: '7' | '30' | '90' | 'longer';
  limit?: number;
  after?: { at: string; id: string };
};
const list = async (body: Body) =>
  (await admin.call('POST /api/admin/people/list', { body: { reason: 'A call', ...body } })).body;
const names = async (body: Body) => (await list(body)).people.map(({ name }) => name);

describe('the list of people', () => {
  it('is narrowed by part of a name or an address, by state, and by the last visit', async () => {
    expect(await names({ part: 'WITHOUT' })).toEqual(['Noor Without']);
    expect(await names({ part: people.pass.email.slice(0, 12) })).toContain('Pia With');
    expect(await names({ part: '%%%' })).toEqual([]);
    for (const state of ['onboarding', 'no_pass', 'pass'] as const) {
      const found = (await list({ state })).people;
      expect(found.map(({ id }) => id)).toEqual([people[state].id]);
      expect(found.map((one) => one.state)).toEqual([state]);
    }
    expect((await list({ state: 'admin' })).people.map(({ id }) => id)).toEqual([admin.id]);
    expect(await names({ lastHere: 'longer' })).toEqual([]);
    await test.db.execute(
      sql`update users set last_active_at = ${test.clock().toISOString()}::timestamptz - interval '100 days'
          where id = ${people.pass.id}`,
    );
    expect(await names({ lastHere: 'longer' })).toEqual(['Pia With']);
    expect(await names({ lastHere: '90' })).not.toContain('Pia With');
  });

  it('goes on after its last person, and shows everybody once', async () => {
    const seen: string[] = [];
    let after: Body['after'];
    for (let page = 0; page < 9; page += 1) {
      const { people: shown, next } = await list({ limit: 1, ...(after && { after }) });
      seen.push(...shown.map(({ id }) => id));
      if (!next) break;
      after = next;
    }
    const all = [admin, ...Object.values(people)].map(({ id }) => id);
    expect(seen.toSorted()).toEqual(all.toSorted());
  });

  it('tells the log who looked and why, and not whose name was typed', async () => {
    await list({ part: 'Pia With', state: 'pass' });
    const [entry] = (await admin.call('GET /api/admin/audit')).body.entries;
    expect(entry).toMatchObject({ action: 'people.list', actor: admin.email, subject: null });
    expect(entry?.details).toEqual({ reason: 'A call', state: 'pass', lastHere: null, count: 1 });
    const { status } = await admin.call('POST /api/admin/people/list', { body: { reason: ' ' } });
    expect(status).toBe(400);
  });

  it('shows nothing that people answered or did', async () => {
    const [one] = (await list({ state: 'pass' })).people;
    expect(Object.keys(one ?? {}).toSorted()).toEqual(
      ['createdAt', 'email', 'id', 'lastActiveAt', 'name', 'state'].toSorted(),
    );
  });

  it('is read by an index, however many people there are', async () => {
    const now = test.clock();
    await test.db.transaction(async (tx) => {
      await tx.execute(sql`set local enable_seqscan = off`);
      const explain = async (where: string) =>
        (
          await tx.execute<{ 'QUERY PLAN': string }>(
            sql.raw(`explain select id from users ${where}`),
          )
        ).rows
          .map((row) => row['QUERY PLAN'])
          .join('\n');
      expect(await explain('order by last_active_at desc, id desc limit 31')).toContain(
        'users_last_active_idx',
      );
      const rest = 'order by last_active_at desc, id desc limit 31';
      expect(await explain(`where role <> 'member' ${rest}`)).toContain('users_staff_idx');
      const isIn = `role = 'member' and onboarding_complete`;
      expect(await explain(`where ${isIn} ${rest}`)).toContain('users_onboarded_idx');
      expect(
        await explain(`where (lower(name) || ' ' || lower(email)) like '%without%'`),
      ).toContain('users_words_idx');
      expect(
        await listPeople(tx, { limit: 2, state: 'pass' }, { now, livemode: false }),
      ).toHaveLength(1);
    });
  });
});
