import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type TestApp, createTestApp } from '#server/testing/app.ts';
import type { TestPerson } from '#server/testing/people.ts';
import type { BannerInput } from '#shared/contract/banners.ts';

let test: TestApp;
let admin: TestPerson;
beforeAll(async () => {
  test = await createTestApp();
  admin = await test.createPerson({ state: 'admin' });
});
beforeEach(() => test.db.execute('delete from banners'));
afterAll(() => test.close());

const buildBanner = (given: Partial<BannerInput> = {}): BannerInput => ({
  name: 'a banner',
  isActive: true,
  visibleOnPages: [],
  displayOrder: 1,
  targetUrl: null,
  urlParams: {},
  translationKey: null,
  text: { en: 'Good news', fr: 'Bonne nouvelle' },
  buttonTranslationKey: null,
  buttonText: null,
  startsAt: null,
  endsAt: null,
  ...given,
});
const add = (given: object = {}) =>
  admin.call('POST /api/admin/banners', { body: { banner: { ...buildBanner(), ...given } } });
const change = (id: string, version: number, given: Partial<BannerInput>) =>
  admin.call('PUT /api/admin/banners/:id', {
    params: { id },
    body: { version, banner: buildBanner(given) },
  });
const see = async (own: TestPerson) => (await own.call('GET /api/banners/active')).body;
const dismiss = (own: TestPerson, id: string) =>
  own.call('PUT /api/banners/:id/dismissal', { params: { id } });

describe('people', () => {
  it('see active banners in their order, in their language, by key or as entered', async () => {
    await add({ name: 'off', isActive: false });
    const link = {
      targetUrl: '/content-library',
      urlParams: { sort: 'newest' },
      buttonTranslationKey: 'open',
    };
    await add({
      name: 'ready',
      displayOrder: 5,
      translationKey: 'newSessions',
      text: null,
      ...link,
    });
    await add({ name: 'own', displayOrder: 2 });
    const own = await test.createPerson();
    const english = await see(own);
    expect(english.map(({ name, text, buttonText }) => [name, text, buttonText])).toEqual([
      ['own', 'Good news', null],
      ['ready', 'There are new sessions in the library.', 'Have a look'],
    ]);
    expect(english[1]).toMatchObject({ ...link, isActive: true, visibleOnPages: [] });
    await own.call('PATCH /api/users/me', { body: { preferredLanguage: 'fr' } });
    expect((await see(own)).map(({ text }) => text)).toEqual([
      'Bonne nouvelle',
      'De nouvelles séances vous attendent dans la bibliothèque.',
    ]);
  });

  it('see what they dismissed no more, on no device, until its words change', async () => {
    const { id, version } = (await add()).body;
    const own = await test.createPerson();
    const other = await test.createPerson();
    expect((await dismiss(own, id)).status).toBe(200);
    expect((await dismiss(own, id)).status).toBe(200);
    expect([await see(own), (await see(other)).length]).toEqual([[], 1]);
    await change(id, version, { displayOrder: 7 });
    expect(await see(own)).toEqual([]);
    await change(id, version + 1, { text: { en: 'More news', fr: 'Autre nouvelle' } });
    expect(await see(own)).toHaveLength(1);
  });

  it('see a banner from its beginning to its end', async () => {
    const at = (days: number) => new Date(test.clock().getTime() + days * 86_400_000).toISOString();
    await add({ startsAt: at(1), endsAt: at(3) });
    const own = await test.createPerson();
    expect(await see(own)).toEqual([]);
    test.clock.advance(2 * 86_400_000);
    expect(await see(own)).toMatchObject([{ endsAt: at(1) }]);
    test.clock.advance(86_400_000);
    expect(await see(own)).toEqual([]);
  });

  it('can’t dismiss what is not there', async () => {
    const own = await test.createPerson();
    expect((await dismiss(own, crypto.randomUUID())).body.error?.code).toBe('not_found');
  });
});

describe('admins', () => {
  it('add, change and delete banners, and each edit is in the audit log', async () => {
    const { id, version } = (await add()).body;
    expect((await change(id, version, { name: 'renamed' })).body).toMatchObject({ version: 2 });
    const one = await admin.call('GET /api/admin/banners/:id', { params: { id } });
    expect(one.body).toMatchObject({ name: 'renamed', lastEdit: { by: admin.email } });
    expect((await admin.call('GET /api/admin/banners')).body.banners).toMatchObject([
      { id, name: 'renamed', version: 2 },
    ]);
    const remove = (seen: number) =>
      admin.call('DELETE /api/admin/banners/:id', { params: { id }, query: { version: seen } });
    expect((await remove(version)).body.error?.code).toBe('conflict');
    expect([(await remove(2)).status, (await remove(2)).status]).toEqual([200, 200]);
    const { entries } = (await admin.call('GET /api/admin/audit')).body;
    expect(entries[1]).toMatchObject({
      before: { name: 'a banner' },
      after: { name: 'renamed' },
    });
    expect(entries.slice(0, 3).map(({ action, target }) => [action, target])).toEqual(
      ['banner.delete', 'banner.change', 'banner.add'].map((action) => [action, `banner ${id}`]),
    );
  });

  it('don’t write over an edit that they have not seen', async () => {
    const { id, version } = (await add()).body;
    expect((await change(id, version, {})).body).toMatchObject({ version });
    const replies = await Promise.all([
      change(id, version, { name: 'one' }),
      change(id, version, { name: 'other' }),
    ]);
    const statuses = replies.map(({ status }) => status);
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect((await change(id, version, {})).body.error?.code).toBe('conflict');
    expect((await change(crypto.randomUUID(), 1, {})).body.error?.code).toBe('not_found');
  });

  it.each([
    ['a target under http', { targetUrl: 'http://example.org', buttonTranslationKey: 'open' }],
    ['a script as a target', { targetUrl: 'javascript:alert(1)', buttonTranslationKey: 'open' }],
    ['another host without a scheme', { targetUrl: '//x.example', buttonTranslationKey: 'open' }],
    ['a target without a button', { targetUrl: '/help' }],
    ['a button without a target', { buttonTranslationKey: 'open' }],
    ['no text', { text: null }],
    ['two texts', { translationKey: 'feedback' }],
    ['an unknown page', { visibleOnPages: ['nowhere'] }],
    ['a page twice', { visibleOnPages: ['profile', 'profile'] }],
    [
      'an end before its beginning',
      { startsAt: '2027-01-02T00:00:00Z', endsAt: '2027-01-01T00:00:00Z' },
    ],
    ['a parameter of several lines', { urlParams: { a: 'b\nc' } }],
  ])('can’t make one with %s', async (_what, given) =>
    expect((await add(given)).body.error?.code).toBe('invalid_input'),
  );

  it('make a hundred at most', async () => {
    await test.db.execute(`
      insert into banners (id, name, is_active, visible_on_pages, display_order, url_params)
      select gen_random_uuid(), 'x', true, '[]', 1, '{}' from generate_series(1, 100)`);
    expect((await add()).body.error?.code).toBe('too_many');
    expect(await see(await test.createPerson())).toHaveLength(10);
  });
});
