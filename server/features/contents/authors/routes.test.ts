import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changeRole } from '#server/features/roles/writes.ts';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import { createContentFolder, writeTestSession } from '#server/testing/library.ts';
import { importLibrary } from '../import.ts';

let test: TestApp;
beforeAll(async () => void (test = await createTestApp()));
afterAll(() => test.close());

type Person = Awaited<ReturnType<TestApp['createPerson']>>;
const createAdmin = () => test.createPerson({ state: 'admin' });
const words = (name: string, about = 'Who wrote this.') => ({ name, role: 'A pilot', about });
const both = (name: string, about?: string) => ({ en: words(name, about), fr: words(name, about) });
const add = async (admin: Person, name: string) =>
  (await admin.call('POST /api/admin/authors', { body: { texts: both(name) } })).body;
const change = (admin: Person, id: string, version: number, name: string) =>
  admin.call('PUT /api/admin/authors/:id', {
    params: { id },
    body: { version, texts: both(name) },
  });

describe('an author', () => {
  it('is added in both languages and listed', async () => {
    const admin = await createAdmin();
    const added = await add(admin, 'Zoé Aubry');
    expect(added).toMatchObject({ slug: 'zoe-aubry', version: 1, texts: both('Zoé Aubry') });
    expect((await add(admin, 'Zoé Aubry')).slug).toMatch(/^zoe-aubry-[0-9a-f]{6}$/);
    const { authors } = (await admin.call('GET /api/admin/authors')).body;
    expect(authors.find(({ id }) => id === added.id)).toEqual({
      id: added.id,
      slug: 'zoe-aubry',
      name: 'Zoé Aubry',
      role: 'A pilot',
      sessions: 0,
    });
  });

  it('is not written over by whoever has not seen the last edit, and who made it is told', async () => {
    const one = await createAdmin();
    const other = await createAdmin();
    const { id } = await add(one, 'First');
    expect((await change(other, id, 1, 'Second')).body).toMatchObject({ version: 2 });
    const late = await change(one, id, 1, 'Third');
    expect([late.status, late.body.error?.code]).toEqual([409, 'conflict']);
    const now = (await one.call('GET /api/admin/authors/:id', { params: { id } })).body;
    expect(now).toMatchObject({ version: 2, texts: both('Second'), lastEdit: { by: other.email } });
    expect((await change(one, id, now.version, 'Third')).status).toBe(200);
  });

  it('is edited by one of two admins who save at the same moment', async () => {
    const one = await createAdmin();
    const other = await createAdmin();
    const { id } = await add(one, 'Together');
    const replies = await Promise.all([change(one, id, 1, 'One'), change(other, id, 1, 'Other')]);
    expect(replies.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  });

  it('leaves each edit in the audit log with what changed, before and after', async () => {
    const admin = await createAdmin();
    const { id, slug } = await add(admin, 'Before');
    await change(admin, id, 1, 'After');
    const { entries } = (await admin.call('GET /api/admin/audit')).body;
    expect(entries[0]).toMatchObject({
      action: 'author.change',
      by: 'admin',
      actor: admin.email,
      target: `author ${slug}`,
      before: { 'name.en': 'Before', 'name.fr': 'Before' },
      after: { 'name.en': 'After', 'name.fr': 'After' },
    });
    expect(entries[1]).toMatchObject({ action: 'author.add', before: null });
  });

  it('keeps its version, its last edit and the audit log when an edit changes nothing', async () => {
    const one = await createAdmin();
    const other = await createAdmin();
    const { id } = await add(one, 'The same');
    const saved = (await change(other, id, 1, 'The same')).body;
    expect(saved).toMatchObject({ version: 1, lastEdit: { by: one.email } });
    const { entries } = (await one.call('GET /api/admin/audit')).body;
    expect(entries[0]).toMatchObject({ action: 'author.add', actor: one.email });
    expect((await change(other, id, 2, 'The same')).status).toBe(409);
  });

  it('can’t be edited by an admin from the moment on at which the role is taken away', async () => {
    const admin = await createAdmin();
    const { id } = await add(admin, 'Still mine');
    await changeRole(test.db, { userId: admin.id, role: 'member', actorId: null }, test.clock());
    const refused = await change(admin, id, 1, 'Mine no more');
    expect([refused.status, refused.body.error?.code]).toEqual([403, 'admin_required']);
  });

  it('keeps the words of the studio when the content folder is imported again', async () => {
    const admin = await createAdmin();
    const folder = await createContentFolder([{ slug: 'theirs' }]);
    await importLibrary(test.db, folder);
    const { authors } = (await admin.call('GET /api/admin/authors')).body;
    const { id = '' } = authors.find(({ slug }) => slug === 'somebody') ?? {};
    await change(admin, id, 1, 'Somebody else');
    await writeTestSession(folder, { slug: 'theirs', kind: 'load' });
    expect(await importLibrary(test.db, folder)).toEqual({ written: 1 });
    const after = (await admin.call('GET /api/admin/authors/:id', { params: { id } })).body;
    expect(after.texts).toEqual(both('Somebody else'));
  });
});
