// @module-tag whole

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { LANGUAGES } from '#shared/rules/languages.ts';
import { expectAccessible } from './fixtures/browser.ts';
import { pressButton, startPlayback, waitForHeading } from './fixtures/steps.ts';
import { createTestSite } from './fixtures/test-site.ts';

const testSite = createTestSite();

const SCRIPTS = path.join(import.meta.dirname, '../content/sessions/sos-breath');
const TITLE = 'title: A new calm';

/** Replaces the text of an editor by pasting: typing text of many lines into it is the browser's own, with styles. */
async function paste(editor: Locator, text: string): Promise<void> {
  await editor.focus();
  await editor.press('ControlOrMeta+a');
  await editor.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    const options = { clipboardData, bubbles: true, cancelable: true };
    element.dispatchEvent(new ClipboardEvent('paste', options));
  }, text);
}

const readScript = (language: 'en' | 'fr') =>
  readFile(path.join(SCRIPTS, `${language}.txt`), 'utf8');

it('a session is written, mended, heard, scheduled and published by an admin, and played by a member', async () => {
  const { page, visitor, t } = await testSite.openSignedIn(
    { state: 'admin' },
    { viewport: { width: 1280, height: 900 } },
  );
  await page.goto('/admin/content');
  await page.getByRole('link', { name: t('studio-sessions:add') }).click();
  await waitForHeading(visitor, 'studio-sessions:addTitle');
  const choose = (name: 'form' | 'author', value: string) =>
    page.getByLabel(t(`studio-sessions:facts.${name}`)).selectOption(value);
  await choose('author', 'envol-editorial');
  await choose('form', 'sos');
  const write = async (language: 'en' | 'fr', change: (text: string) => string) => {
    const name = t('studio-sessions:script', { language: t(`common:language.${language}`) });
    const text = change(await readScript(language));
    await paste(page.getByRole('textbox', { name }), text.replace(/^title: .*/u, TITLE));
  };
  await write('fr', (text) => text);
  await write('en', (text) => text.replace('[pause 4]', '[pause five]'));
  const fault = page.getByText(t('studio-sessions:findings.script_pause_seconds'));
  await fault.waitFor();
  await pressButton(visitor, 'ui:actions.save');
  await page
    .getByText(t('studio-sessions:saved', { version: 1 }))
    .first()
    .waitFor();
  const publish = page.getByRole('button', { name: t('studio-sessions:publish'), exact: true });
  expect(await publish.isDisabled()).toBe(true);
  await write('en', (text) => text);
  await fault.waitFor({ state: 'detached' });

  // A way out asks first, and what is unsaved is back after a reload.
  await page.getByRole('link', { name: t('studio-sessions:title'), exact: true }).click();
  await page.getByRole('dialog').getByText(t('admin:exit.text')).waitFor();
  await expectAccessible(page, 'a way out with unsaved words');
  await pressButton(visitor, 'admin:exit.stay');
  await page.reload();
  await page.getByText(t('admin:kept.text')).waitFor();
  expect(await fault.count()).toBe(0);
  // The server keeps it too, where the device has lost it.
  await page.getByText(t('admin:autosaved')).waitFor();
  await page.evaluate(() => {
    for (const key of Object.keys(localStorage))
      if (key.includes('envol-draft:')) localStorage.removeItem(key);
  });
  await page.reload();
  await page.getByText(t('admin:elsewhere.text')).waitFor();
  await fault.waitFor();
  await expectAccessible(page, 'unsaved words from elsewhere');
  await pressButton(visitor, 'admin:elsewhere.take');
  await fault.waitFor({ state: 'detached' });
  await page.keyboard.press('ControlOrMeta+s');
  await page
    .getByText(t('studio-sessions:saved', { version: 2 }))
    .first()
    .waitFor();

  const listen = page.getByRole('button', { name: t('studio-sessions:preview.listen') });
  await listen.nth(LANGUAGES.indexOf('en')).click();
  const preview = page.getByRole('region', { name: t('studio-sessions:preview.label') });
  await preview.getByRole('slider').waitFor();
  await expectAccessible(page, 'a session in the studio, while it is heard');
  await preview.getByRole('button', { name: t('ui:actions.close') }).click();

  // A visitor is shown it before it is published.
  await pressButton(visitor, 'studio-sessions:previewLink.open');
  await pressButton(visitor, 'studio-sessions:previewLink.create');
  const link = page.getByLabel(t('studio-sessions:previewLink.link'), { exact: true });
  const url = new URL(await link.inputValue());
  await expectAccessible(page, 'a preview link');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('ui:actions.close') })
    .click();
  const stranger = await testSite.openVisitor();
  await stranger.page.goto(url.pathname + url.hash);
  await stranger.page.getByRole('heading', { level: 1, name: 'A new calm' }).waitFor();
  await expectAccessible(stranger.page, 'a session before it is published');

  await pressButton(visitor, 'studio-sessions:schedule.open');
  await page.getByLabel(t('studio-sessions:schedule.moment')).fill('2099-01-01T08:00');
  await pressButton(visitor, 'studio-sessions:schedule.confirm');
  await page.getByText(t('studio-sessions:said.scheduled')).first().waitFor();
  await pressButton(visitor, 'studio-sessions:unschedule');
  await page.getByText(t('studio-sessions:said.unscheduled')).first().waitFor();
  await publish.click();
  await page.getByText(t('studio-sessions:said.published')).first().waitFor();

  const id = new URL(page.url()).searchParams.get('id');
  await page.reload();
  const script = page.getByRole('textbox').first();
  await script.waitFor();
  expect((await script.boundingBox())?.y, 'where the script begins').toBeLessThanOrEqual(200);
  const member = await testSite.openSignedIn();
  await member.page.goto(`/content/${id}`);
  await member.page.getByRole('heading', { level: 1, name: 'A new calm' }).waitFor();
  await startPlayback(member.visitor);
});

it('words are found in all sessions and replaced, and many sessions are tagged at once', async () => {
  const { page, visitor, t } = await testSite.openSignedIn({ state: 'admin' });
  await page.goto('/admin/content');
  await page.getByRole('link', { name: t('studio-sessions:words.open') }).click();
  await waitForHeading(visitor, 'studio-sessions:words.title');
  await page.getByLabel(t('studio-sessions:words.find'), { exact: true }).fill('long exhale');
  await page.getByLabel(t('studio-sessions:words.replacement'), { exact: true }).fill('long sigh');
  await pressButton(visitor, 'studio-sessions:words.go');
  const replace = page.getByRole('button', { name: /^Replace in \d+ sessions?$/u });
  await replace.waitFor();
  await expectAccessible(page, 'words found in all sessions');
  await replace.click();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Replace in/u })
    .click();
  await page.getByText(/^\d+ sessions? changed\.$/u).waitFor();

  await page
    .getByRole('link', { name: t('studio-sessions:title'), exact: true })
    .first()
    .click();
  const boxes = page.getByRole('listitem').locator('label');
  await boxes.nth(0).click();
  await boxes.nth(1).click();
  const bar = page.getByRole('region', { name: t('studio-sessions:bulk.label') });
  await bar.waitFor();
  await expectAccessible(page, 'the list of sessions with some chosen');
  await bar.getByRole('button', { name: t('studio-sessions:bulk.tag.open') }).click();
  for (const [index, tag] of ['night', 'nuit'].entries())
    await page.getByRole('dialog').getByRole('textbox').nth(index).fill(tag);
  await pressButton(visitor, 'studio-sessions:bulk.tag.confirm');
  await page.getByText(t('studio-sessions:bulk.changed', { count: 2 })).waitFor();
});
