// @module-tag whole

import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { changeRole } from '#server/features/roles/writes.ts';
import { expectAccessible } from './fixtures/browser.ts';
import { pressButton, waitForHeading } from './fixtures/steps.ts';
import { createTestSite, SMALL_PHONE, WALKED_LANGUAGES } from './fixtures/test-site.ts';

const testSite = createTestSite();

it('an editor finds their pages in the menu and no others, and reads why another one stays closed', async () => {
  const { page, t } = await testSite.openSignedIn({ state: 'admin', role: 'editor' }, SMALL_PHONE);
  await page.goto('/admin');
  await page.getByRole('heading', { level: 1, name: t('admin:places.content') }).waitFor();
  const menu = page.getByRole('navigation', { name: t('admin:places.label') });
  expect(await menu.getByRole('link').allInnerTexts()).toEqual(
    (['content', 'programs', 'authors', 'generation', 'narration'] as const).map((key) =>
      t(`admin:places.${key}`),
    ),
  );
  await page.goto('/admin/pricing');
  await page.getByText(t('admin:otherRole')).waitFor();
  await expectAccessible(page, 'a page of another role');
  await menu.getByRole('link', { name: t('admin:places.authors') }).click();
  await page.getByRole('heading', { level: 1, name: t('admin:places.authors') }).waitFor();
});

it.each(WALKED_LANGUAGES)(
  'two admins edit an author at once, the second is told and loses nothing, and one loses the role, in %s',
  async (language) => {
    const one = await testSite.openSignedIn({ state: 'admin', language }, SMALL_PHONE);
    const { page, t } = one;
    await page.goto('/admin');
    await page.getByRole('link', { name: t('admin:places.authors') }).click();
    await waitForHeading(one.visitor, 'studio-authors:title');
    await page.getByRole('link', { name: t('studio-authors:add') }).click();
    await waitForHeading(one.visitor, 'studio-authors:addTitle');
    for (const [index, name] of ['Zoe', 'Zoé'].entries()) {
      await page.getByLabel(t('studio-authors:name'), { exact: true }).nth(index).fill(name);
      const about = page.getByLabel(t('studio-authors:about'), { exact: true }).nth(index);
      await about.fill('Flies gliders.');
    }
    await pressButton(one.visitor, 'ui:actions.save');
    await page.getByText(t('studio-authors:saved')).first().waitFor();
    await expectAccessible(page, 'an author in the studio');

    const two = await testSite.openSignedIn({ state: 'admin', language });
    await two.page.goto(page.url());
    await nameFirst(two, 'Zoe the second');
    await pressButton(two.visitor, 'ui:actions.save');
    await two.page.getByText(t('studio-authors:saved')).first().waitFor();

    await nameFirst(one, 'Zoe the first');
    await pressButton(one.visitor, 'ui:actions.save');
    await page.getByText(t('admin:conflict.text')).waitFor();
    await page.getByText('Zoe the second').waitFor();
    await expectAccessible(page, 'an author whom somebody else has saved');
    await pressButton(one.visitor, 'admin:conflict.keepMine');
    await pressButton(one.visitor, 'ui:actions.save');
    await two.page.reload();
    await expect
      .poll(() =>
        two.page.getByLabel(t('studio-authors:name'), { exact: true }).first().inputValue(),
      )
      .toBe('Zoe the first');

    const change = { userId: two.person.id, role: 'member' as const, actorId: null };
    await changeRole(testSite.server.db, change, testSite.server.clock());
    await nameFirst(two, 'Nobody');
    await pressButton(two.visitor, 'ui:actions.save');
    await two.page.getByText(t('admin:revoked')).waitFor();
    expect(await two.page.getByText(t('errors:admin_required')).count()).toBeGreaterThan(0);
    const typed = two.page.getByLabel(t('studio-authors:name'), { exact: true }).first();
    expect(await typed.inputValue()).toBe('Nobody');
    await two.page.getByRole('link', { name: t('admin:title') }).click();
    await pressButton(two.visitor, 'admin:exit.leave');
    await two.page.getByRole('heading', { level: 1, name: t('ui:notFound.title') }).waitFor();
  },
);

it('says that there is no network, keeps what is typed meanwhile, and saves it afterwards', async () => {
  const { page, visitor, t, person } = await testSite.openSignedIn({ state: 'admin' }, SMALL_PHONE);
  const texts = { name: 'Ada', role: '', about: 'Flies.' };
  const body = { texts: { en: texts, fr: texts } };
  const { id } = (await person.call('POST /api/admin/authors', { body })).body;
  await page.goto(`/admin/authors?id=${id}`);
  const name = page.getByLabel(t('studio-authors:name'), { exact: true }).first();
  await name.fill('Ada of the hills');
  await page.context().setOffline(true);
  await page.getByText(t('offline:needs.studio')).waitFor();
  await pressButton(visitor, 'ui:actions.save');
  await page.getByText(t('errors:network')).first().waitFor();
  expect(await name.inputValue()).toBe('Ada of the hills');
  await expectAccessible(page, 'the studio without a network');
  await page.context().setOffline(false);
  await page.getByText(t('offline:needs.studio')).waitFor({ state: 'detached' });
  await pressButton(visitor, 'ui:actions.save');
  await page.getByText(t('studio-authors:saved')).first().waitFor();
  await page.reload();
  await expect.poll(() => name.inputValue()).toBe('Ada of the hills');
});

type Device = Awaited<ReturnType<typeof testSite.openSignedIn>>;
const nameFirst = ({ page, t }: Device, name: string) =>
  page.getByLabel(t('studio-authors:name'), { exact: true }).first().fill(name);

/** Presses Tab through a page; resolves to what could be pressed or filled in and never had the focus. */
async function findUnreached(page: Page): Promise<string[]> {
  const count = await page.evaluate(() => {
    const inputs = 'a[href], button, input, select, textarea, summary, [contenteditable=true]';
    const controls = [...document.querySelectorAll<HTMLElement>(inputs)].filter(
      (control) =>
        control.checkVisibility({ visibilityProperty: true }) &&
        !control.matches(':disabled') &&
        control.tabIndex >= 0,
    );
    for (const control of controls) control.dataset['unreached'] = '';
    addEventListener('focusin', ({ target }) => {
      if (!(target instanceof HTMLElement)) return;
      delete target.dataset['unreached'];
      // One of a group of choices has the focus for all, and the arrows lead on.
      if (target instanceof HTMLInputElement && target.type === 'radio')
        for (const choice of document.getElementsByName(target.name))
          delete choice.dataset['unreached'];
    });
    return controls.length;
  });
  // Chromium also stops at what can be scrolled.
  for (let tabs = 0; tabs < count + 30; tabs += 1) await page.keyboard.press('Tab');
  return page
    .locator('[data-unreached]')
    .evaluateAll((missed) => missed.map((control) => control.outerHTML.slice(0, 120)));
}

it('every control of the studio is reached by the Tab key alone, on a small phone', async () => {
  const { page } = await testSite.openSignedIn({ state: 'admin', language: 'fr' }, SMALL_PHONE);
  const missed: Record<string, string[]> = {};
  const check = async (path: string) => {
    await page.goto(path);
    await page.locator('main h1').waitFor();
    await page.waitForLoadState('networkidle');
    const found = await findUnreached(page);
    if (found.length > 0) missed[path] = found;
  };
  const places = ['banners', 'pricing', 'generation', 'people', 'support', 'safety', 'narration'];
  for (const path of ['/admin', ...places.map((name) => `/admin/${name}`)]) await check(path);
  await check('/admin/banners?id=new');
  for (const list of ['/admin/content', '/admin/programs', '/admin/authors']) {
    await check(list);
    const editor = page.locator(`main a[href^="${list}?id="]:not([href$="=new"])`).first();
    await check((await editor.getAttribute('href')) ?? '');
    // One opens, with what it is about in its fields.
    expect(await page.locator('main :is(input, textarea)').count()).toBeGreaterThan(1);
  }
  expect(missed).toEqual({});
});

it('an admin makes a token for a program, reads it once, and revokes it', async () => {
  const { page, visitor, t } = await testSite.openSignedIn({ state: 'admin' }, SMALL_PHONE);
  await page.goto('/admin');
  await pressButton(visitor, 'studio-overview:tokens.open');
  await page.getByLabel(t('studio-overview:tokens.name')).fill('Nightly drafts');
  await page.getByText(t('studio-overview:tokens.scopes.write')).click();
  await expectAccessible(page, 'a new API token');
  await pressButton(visitor, 'studio-overview:tokens.create');
  const token = await page.getByLabel(t('studio-overview:tokens.token')).inputValue();
  const call = () =>
    fetch(`${testSite.server.url}/api/admin/contents`, {
      headers: { authorization: `Bearer ${token}` },
    });
  expect((await call()).status).toBe(200);
  await page.keyboard.press('Escape');
  await page.getByText(t('studio-overview:tokens.scopes.write')).waitFor();
  expect(await page.content()).not.toContain(token);
  await page
    .getByRole('button', { name: t('studio-overview:tokens.endNamed', { name: 'Nightly drafts' }) })
    .click();
  await page.getByText(t('studio-overview:tokens.endText')).waitFor();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('studio-overview:tokens.end') })
    .click();
  await page.getByText(t('studio-overview:tokens.none')).waitFor();
  expect((await call()).status).toBe(401);
});

it('an admin has a webhook told of a trial, reads its secret once, and removes it', async () => {
  const { page, visitor, t } = await testSite.openSignedIn({ state: 'admin' }, SMALL_PHONE);
  await page.goto('/admin');
  await pressButton(visitor, 'studio-webhooks:open');
  const address = page.getByLabel(t('studio-webhooks:url'));
  await address.fill('http://127.0.0.1/hook');
  await pressButton(visitor, 'studio-webhooks:create');
  await page.getByText(t('studio-webhooks:urlRefused')).waitFor();
  const url = 'https://envol.invalid/hook';
  await address.fill(url);
  await expectAccessible(page, 'a new webhook');
  await pressButton(visitor, 'studio-webhooks:create');
  const secret = await page.getByLabel(t('studio-webhooks:secret')).inputValue();
  expect(secret).toMatch(/^whsec_/);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: t('studio-webhooks:tryNamed', { url }) }).click();
  await page.getByText(t('studio-webhooks:deliveries_one')).click();
  await page.getByText(t('studio-webhooks:events.test')).waitFor();
  expect(await page.content()).not.toContain(secret);
  await page.getByRole('button', { name: t('studio-webhooks:endNamed', { url }) }).click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('studio-webhooks:end') })
    .click();
  await page.getByText(t('studio-webhooks:none')).waitFor();
});

it('an admin reads what is emailed when, says one otherwise, is told what may not be lost, and goes back', async () => {
  const { page, visitor, t } = await testSite.openSignedIn({ state: 'admin' }, SMALL_PHONE);
  const { server } = testSite;
  await page.goto('/admin');
  await page.getByRole('link', { name: t('studio-letters:open') }).click();
  await waitForHeading(visitor, 'studio-letters:title');
  await expectAccessible(page, 'the list of emails');
  await page.getByRole('link', { name: t('studio-letters:when.passRenewsSoon') }).click();
  await page.getByRole('heading', { name: t('studio-letters:sample.title') }).waitFor();
  // As it looks, which no reading aid enters, and as plain text.
  const sample = page.locator('[inert]');
  await sample.getByText('Your pass renews soon', { exact: true }).waitFor();
  await page.getByLabel(t('studio-letters:language')).selectOption('fr');
  await sample.getByText('Votre pass se renouvelle bientôt', { exact: true }).waitFor();
  await page.getByText(t('studio-letters:sample.text')).click();
  await page.locator('details[open]').getByText('VOTRE PASS SE RENOUVELLE BIENTÔT').waitFor();
  await expectAccessible(page, 'an email');
  const body = page.getByLabel(t('studio-letters:fields.body'));
  const words = await body.inputValue();
  await body.fill('Il se renouvelle.');
  await pressButton(visitor, 'studio-letters:form.save');
  await page.getByText('{{renewal}}').nth(1).waitFor();
  await body.fill(`Un mot de plus. ${words}`);
  await pressButton(visitor, 'studio-letters:form.look');
  await page.getByText(t('studio-letters:form.unsaved')).waitFor();
  await sample.getByText('Un mot de plus.').waitFor();
  await pressButton(visitor, 'studio-letters:form.save');
  await page.getByRole('heading', { name: t('studio-letters:versions.title') }).waitFor();
  await sample.getByText('Un mot de plus.').waitFor();
  await pressButton(visitor, 'studio-letters:sample.send');
  await page.getByText(t('studio-letters:sample.sent', { to: '' }).replace(/\W+$/, '')).waitFor();
  await server.runJobs();
  expect(server.emails.at(-1)?.text).toContain('Un mot de plus.');
  await pressButton(visitor, 'studio-letters:form.ours');
  await page.getByText(t('studio-letters:versions.ours')).first().waitFor();
  await sample.getByText('Un mot de plus.').waitFor({ state: 'detached' });
});

it('one field finds a session, a person with a reason, a setting and an email, from any page of the studio', async () => {
  const person = await testSite.createPerson();
  const { page, visitor, t } = await testSite.openSignedIn({ state: 'admin' }, SMALL_PHONE);
  await page.goto('/admin/authors');
  await page.getByRole('button', { name: t('studio-search:open') }).waitFor();
  await page.keyboard.press('Control+k');
  const words = page.getByLabel(t('studio-search:words'));
  await words.fill(person.email);
  await page.getByLabel(t('studio-search:reason')).fill('They called');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('studio-search:search') })
    .click();
  await page.getByRole('link', { name: person.email }).waitFor();
  await expectAccessible(page, 'the search');
  await words.fill(t('studio-safety:checks.backups.title'));
  await page.getByRole('link', { name: t('studio-safety:checks.backups.title') }).waitFor();
  await words.fill(t('studio-letters:when.giftBought'));
  await page.getByRole('link', { name: t('studio-letters:when.giftBought') }).click();
  await waitForHeading(visitor, 'studio-letters:when.giftBought');
});
