import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { deleteOldAutosaves } from './writes.ts';

let test: TestApp;
let admin: Person;
beforeAll(async () => {
  test = await createTestApp();
  admin = await test.createPerson({ state: 'admin' });
});
afterAll(() => test.close());

type Person = Awaited<ReturnType<TestApp['createPerson']>>;
const inSeconds = (seconds: number) =>
  new Date(test.clock().getTime() + seconds * 1000).toISOString();
const keep = (form: string, text: string | null, at = 0, by = admin) =>
  by.call('PUT /api/admin/autosaves', {
    body: { form, version: 3, typed: text === null ? null : { text }, writtenAt: inSeconds(at) },
  });
const read = async (form: string, by = admin) =>
  (await by.call('GET /api/admin/autosaves', { query: { form } })).body.autosave;

describe('what an admin has written into a form and not saved', () => {
  it('is found again on any device, with the version that it was written over', async () => {
    expect(await read('session a')).toBeNull();
    await keep('session a', 'First words');
    expect(await read('session a')).toEqual({
      version: 3,
      typed: { text: 'First words' },
      writtenAt: inSeconds(0),
    });
    expect(await read('session b')).toBeNull();
  });

  it('is what was written last, in whatever order it arrives', async () => {
    await keep('session c', 'Later', 2);
    await keep('session c', 'Earlier', 1);
    expect(await read('session c')).toMatchObject({ typed: { text: 'Later' } });
    await keep('session c', null, 4);
    await keep('session c', 'Late on its way', 3);
    expect(await read('session c')).toBeNull();
  });

  it('keeps what no database type would take, as it was typed', async () => {
    const text = 'a\u0000b \\u0000 \u2028 “quoted”\n';
    await keep('session d', text);
    expect(await read('session d')).toMatchObject({ typed: { text } });
  });

  it('is read by nobody else, and goes with the account', async () => {
    const other = await test.createPerson({ state: 'admin' });
    await keep('session e', 'Mine');
    await keep('session e', 'Theirs', 1, other);
    expect(await read('session e')).toMatchObject({ typed: { text: 'Mine' } });
    expect(await read('session e', other)).toMatchObject({ typed: { text: 'Theirs' } });
  });

  it('is refused where no form could have written it', async () => {
    const nested = JSON.parse(`${'['.repeat(9)}${']'.repeat(9)}`) as unknown;
    const refused = await admin.call('PUT /api/admin/autosaves', {
      body: { form: 'session f', version: 1, typed: { nested }, writtenAt: inSeconds(0) },
    });
    expect(refused.status).toBe(400);
    expect((await keep('two\nlines', 'x')).status).toBe(400);
  });

  it('is deleted when nobody has touched it for three months', async () => {
    await keep('session g', 'Old');
    const days = (count: number) => new Date(test.clock().getTime() + count * 86_400_000);
    await deleteOldAutosaves(test.db, days(89));
    expect(await read('session g')).not.toBeNull();
    await deleteOldAutosaves(test.db, days(91));
    expect(await read('session g')).toBeNull();
  });
});
